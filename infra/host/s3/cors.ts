import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CorsRule } from '../template/model.ts';
import { S3Error } from './errors.ts';

/**
 * Adds the headers that let a page of another origin read the response (Amazon S3 User Guide, "Using cross-origin
 * resource sharing"). Without a matching rule it adds none, and the browser keeps the response from the page.
 */
export function addCorsHeaders(
  rules: readonly CorsRule[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const origin = request.headers.origin;
  const rule = origin && matchingRule(rules, origin, request.method ?? '');
  if (!rule) return;
  allowOrigin(rule, origin, response);
  if (rule.exposedHeaders.length > 0)
    response.setHeader('Access-Control-Expose-Headers', rule.exposedHeaders.join(', '));
}

/** Answers a browser's preflight. Throws an S3Error when no rule allows what it asks for. */
export function answerPreflight(
  rules: readonly CorsRule[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const origin = request.headers.origin ?? '';
  const rule = matchingRule(rules, origin, String(request.headers['access-control-request-method'] ?? ''));
  const wanted = String(request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (
    !rule ||
    !wanted.every((name) => rule.allowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name)))
  )
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  allowOrigin(rule, origin, response);
  response.setHeader('Access-Control-Allow-Methods', rule.allowedMethods.join(', '));
  if (wanted.length > 0) response.setHeader('Access-Control-Allow-Headers', wanted.join(', '));
  if (rule.maxAgeSeconds !== undefined) response.setHeader('Access-Control-Max-Age', rule.maxAgeSeconds);
  response.writeHead(200).end();
}

const matchingRule = (rules: readonly CorsRule[], origin: string, method: string): CorsRule | undefined =>
  rules.find(
    (rule) =>
      rule.allowedMethods.includes(method) && rule.allowedOrigins.some((pattern) => matches(pattern, origin)),
  );

function allowOrigin(rule: CorsRule, origin: string, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', rule.allowedOrigins.includes('*') ? '*' : origin);
  response.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
}

/** At most one `*` in a pattern stands for anything. */
function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
