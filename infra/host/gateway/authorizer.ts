import * as z from 'zod/mini';
import { FunctionError } from '../executionEnvironment.ts';
import { matcherOf } from '../iam/patterns.ts';
import type { GatewayError } from './gatewayResponses.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]);
const authorizerResponseSchema = z.object({
  principalId: z.string(),
  policyDocument: z.object({
    Statement: z.array(
      z.object({ Effect: z.enum(['Allow', 'Deny']), Action: oneOrMore, Resource: oneOrMore }),
    ),
  }),
  context: z.nullish(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  usageIdentifierKey: z.nullish(z.string()),
});

export interface Authorization {
  /** Integrations get this as `requestContext.authorizer`, with all values as strings. */
  readonly context: Record<string, unknown>;
  readonly usageKey: string | undefined;
}

/** Reads the answer of a Lambda authorizer ("Output from an API Gateway Lambda authorizer") for the requested method. */
export function readAuthorization(
  payload: string,
  methodArn: string,
  durationMilliseconds: number,
): Authorization | GatewayError {
  const parsed = authorizerResponseSchema.safeParse(JSON.parse(payload));
  if (!parsed.success) return 'AUTHORIZER_CONFIGURATION_ERROR';
  const { principalId, policyDocument, context, usageIdentifierKey } = parsed.data;
  const applying = policyDocument.Statement.filter(
    ({ Action, Resource }) =>
      [Action].flat().some((action) => action === '*' || action.toLowerCase() === 'execute-api:invoke') &&
      [Resource].flat().some((pattern) => matcherOf(pattern)(methodArn)),
  );
  if (applying.length === 0 || applying.some(({ Effect }) => Effect === 'Deny')) return 'ACCESS_DENIED';
  const values = Object.entries(context ?? {}).filter(([, value]) => value !== null);
  return {
    usageKey: usageIdentifierKey ?? undefined,
    context: {
      ...Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
      principalId,
      integrationLatency: durationMilliseconds,
    },
  };
}

/** Returns the error for an authorizer that failed. An authorizer refuses the caller by throwing 'Unauthorized'. */
export const authorizerFailure = (error: unknown): GatewayError =>
  error instanceof FunctionError && error.failure.errorMessage === 'Unauthorized'
    ? 'UNAUTHORIZED'
    : 'AUTHORIZER_FAILURE';
