import * as z from 'zod/mini';
import { type ErrorCode, errorCodes, errorTypes } from './errorCodes.ts';

/** The bodies of errors. The codes are in another file, so that functions that throw errors need not load schemas. */

/** Specification 7.1: all five keys are required. */
export const errorEnvelope = z.strictObject({
  error: z.strictObject({
    type: z.enum(errorTypes),
    message: z.string().check(z.minLength(1)),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    param: z.nullable(z.string()),
    retry_after: z.nullable(z.int()),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** Specification 7.2; media type `application/problem+json` (RFC 9457). */
export const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(
    z.array(z.strictObject({ location: z.string(), message: z.string(), value: z.unknown() })),
  ),
});
export type Problem = z.infer<typeof problem>;

/**
 * API Gateway's own answer to a request that reaches no operation. API Gateway does not know which format the client expects, so the body
 * has the fields of both formats.
 */
export const gatewayError = z.strictObject({ ...errorEnvelope.shape, ...problem.shape });
