import type { APIGatewayProxyResult } from 'aws-lambda';

/** A response that always has headers, so that a middleware can add its own. */
export type HttpResponse = APIGatewayProxyResult & { headers: Record<string, string> };

/** Returns a JSON response. It is not stored (`no-store`): its content depends on the caller, and on the next change. */
export const json = (statusCode: number, body: unknown, contentType = 'application/json'): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  body: JSON.stringify(body),
});

/** Returns a response without a body. */
export const empty = (statusCode: number): HttpResponse => ({
  statusCode,
  headers: { 'Cache-Control': 'no-store' },
  body: '',
});
