import type { IncomingMessage, ServerResponse } from 'node:http';
import { matcherOf } from '../iam/patterns.ts';
import type { CorsRule } from '../template/stores.ts';
import { S3Error } from './errors.ts';

/**
 * Adds the headers that let a web page of another origin read the response (Amazon S3 User Guide, "Using cross-origin resource sharing").
 * If no rule matches, adds no headers, and the browser keeps the response from the page.
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
  if (rule.ExposedHeaders.length > 0)
    response.setHeader('Access-Control-Expose-Headers', rule.ExposedHeaders.join(', '));
}

/** Answers a browser's preflight. Throws an S3Error when no rule allows the request. */
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
  const isAllowed = (name: string) =>
    rule?.AllowedHeaders.some((pattern) => matcherOf(pattern.toLowerCase())(name));
  if (!rule || !wanted.every(isAllowed))
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  allowOrigin(rule, origin, response);
  response.setHeader('Access-Control-Allow-Methods', rule.AllowedMethods.join(', '));
  if (wanted.length > 0) response.setHeader('Access-Control-Allow-Headers', wanted.join(', '));
  if (rule.MaxAge !== undefined) response.setHeader('Access-Control-Max-Age', rule.MaxAge);
  response.writeHead(200).end();
}

const matchingRule = (rules: readonly CorsRule[], origin: string, method: string): CorsRule | undefined =>
  rules.find(
    (rule) =>
      rule.AllowedMethods.includes(method) &&
      rule.AllowedOrigins.some((pattern) => matcherOf(pattern)(origin)),
  );

function allowOrigin(rule: CorsRule, origin: string, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', rule.AllowedOrigins.includes('*') ? '*' : origin);
  response.setHeader('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
}
