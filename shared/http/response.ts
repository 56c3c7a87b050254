import type { APIGatewayProxyResult } from 'aws-lambda';

/** Always with headers, so that a middleware can add its own. */
export type HttpResponse = APIGatewayProxyResult & { headers: Record<string, string> };

/** A JSON response. `no-store`: what it says depends on who asks, and on the next change. */
export const json = (statusCode: number, body: unknown, contentType = 'application/json'): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  body: JSON.stringify(body),
});

/** A response without a body. */
export const empty = (statusCode: number): HttpResponse => ({
  statusCode,
  headers: { 'Cache-Control': 'no-store' },
  body: '',
});
