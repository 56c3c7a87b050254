import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod/mini';
import { isBinaryMediaType } from './proxyEvent.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const headerValue = z.union([z.string(), z.number(), z.boolean()]);
const proxyResponseSchema = z.strictObject({
  statusCode: z.coerce.number().check(z.int(), z.gte(100), z.lte(599)),
  headers: z.nullish(z.record(z.string(), headerValue)),
  multiValueHeaders: z.nullish(z.record(z.string(), z.array(headerValue))),
  body: z.nullish(z.string()),
  isBase64Encoded: z.nullish(z.boolean()),
});

/** Response headers that API Gateway renames when a function sets them ("Important notes"). */
const remapped = new Set([
  'authorization',
  'connection',
  'date',
  'host',
  'server',
  'user-agent',
  'www-authenticate',
]);
const generated = new Set(['content-length', 'transfer-encoding']);

/**
 * Reads the answer of a function of a proxy integration ("Output format of a Lambda function for proxy integration"). Undefined: the answer
 * is malformed, and the client gets a 502.
 *
 * @param accept the request's Accept header. This header and the API's binary media types decide whether a Base64 body is decoded
 */
export function proxyAnswer(
  payload: string,
  accept: string,
  binaryMediaTypes: readonly string[],
): HttpAnswer | undefined {
  const parsed = proxyResponseSchema.safeParse(JSON.parse(payload));
  if (!parsed.success) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data;
  const decodes = isBase64Encoded && isBinaryMediaType(binaryMediaTypes, accept.split(',')[0] ?? '');
  const multiple = Object.entries(multiValueHeaders ?? {});
  const given = [
    ...multiple.flatMap(([name, values]) => values.map((value) => [name, String(value)] as const)),
    ...Object.entries(headers ?? {})
      .filter(([name]) => !multiple.some(([other]) => other.toLowerCase() === name.toLowerCase()))
      .map(([name, value]) => [name, String(value)] as const),
  ].filter(([name]) => !generated.has(name.toLowerCase()));
  if (!given.every(isSendable)) return undefined;
  const hasContentType = given.some(([name]) => name.toLowerCase() === 'content-type');
  const mayHaveBody = statusCode !== 204 && statusCode !== 304;
  return {
    status: statusCode,
    headers: [
      ...given.map(
        ([name, value]) =>
          [remapped.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name, value] as const,
      ),
      // API Gateway adds the type even without a body.
      ...(hasContentType ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body: Buffer.from(mayHaveBody ? (body ?? '') : '', decodes ? 'base64' : 'utf8'),
  };
}

function isSendable([name, value]: readonly [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
