import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope } from '../../../shared/contract/errors.ts';
import { getDocument, updateDocument } from '../../../shared/contract/operations/documents.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { operation } from '../../../shared/http/operation.ts';
import { type Handler, identified, sendEvent } from '../../support/handlerEvents.ts';

vi.stubEnv('SERVICE_BASE_URL', 'https://api.example.com/prod');
vi.stubEnv('CORS_ORIGINS', 'https://app.example.com,https://other.example.com');

const id = newId('doc');
const json = { 'content-type': 'application/json' };

/** Sends a request of a caller who reads and writes documents. */
async function send(handler: Handler, sent: Partial<APIGatewayProxyEvent>) {
  const caller = identified({ permissions: ['document#read', 'document#write'] });
  const response = await sendEvent(handler, caller, { pathParameters: { document_id: id }, ...sent });
  const error =
    response.statusCode < 400 ? undefined : z.parse(errorEnvelope, JSON.parse(response.body)).error;
  return { ...response, error };
}

const document = {
  id,
  service_url: 'https://api.example.com/d/x',
  title: 'T',
  description: null,
  access_level: 'private' as const,
  processing_status: 'ready' as const,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: { id: newId('user'), type: 'user_account' as const, name: 'Someone' },
  current_version: null,
};
const update = operation(updateDocument, async ({ body }) => ({
  ...document,
  title: body.title ?? document.title,
}));

describe('operation', () => {
  test("gives the parsed request to the handler, and the response has the request's id", async () => {
    const headers = { 'CONTENT-TYPE': 'application/json; charset=utf-8' };

    const response = await send(update, { headers, body: '{"title":"New"}' });

    expect(response.statusCode).toBe(200);
    expect(JSON.parse(response.body).title).toBe('New');
    expect(response.headers).toMatchObject({
      'X-Request-Id': 'request-1',
      'X-RateLimit-Limit': '1000',
      'X-RateLimit-Remaining': '999',
      'X-RateLimit-Reset': '60',
      'Content-Type': 'application/json',
    });
  });

  test.for([
    ['no content type', { body: '{}' }, 'unsupported_media_type', 'Content-Type'],
    ['broken JSON', { headers: json, body: '{"title":' }, 'invalid_json', null],
    ['no body', { headers: json }, 'invalid_json', null],
  ] as const)('refuses %s before the handler runs', async ([_, sent, code, param]) => {
    const handler = operation(updateDocument, async () => {
      throw new Error('the handler ran');
    });

    const response = await send(handler, sent);

    expect(response).toMatchObject({ statusCode: 400, error: { code, param } });
  });

  test('ignores one byte order mark before JSON', async () => {
    const sent = async (body: string) => (await send(update, { headers: json, body })).statusCode;

    expect(await sent('\uFEFF{"title":"New"}')).toBe(200);
    expect(await sent('\uFEFF\uFEFF{"title":"New"}')).toBe(400);
    expect(await sent('{\uFEFF"title":"New"}')).toBe(400);
  });

  test('repeats wrong values only as far as necessary', async () => {
    const long = 'x'.repeat(80_000);

    const response = await send(update, {
      headers: json,
      body: JSON.stringify({ [long]: long, title: long }),
    });

    expect(response.statusCode).toBe(400);
    expect(response.body.length).toBeLessThan(1000);
  });

  test('reads 256,000 bytes of JSON, and no more', async () => {
    const largest = `{"titel":"${'\u20ac'.repeat(85_329)}x"}`;
    const base64 = (body: string) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true });

    const codeOf = async (sent: Partial<APIGatewayProxyEvent>) =>
      (await send(update, { headers: json, ...sent })).error?.code;

    expect(Buffer.byteLength(largest)).toBe(256_000);
    expect(await codeOf({ body: largest })).toBe('unknown_field');
    expect(await codeOf({ body: `${largest} ` })).toBe('body_too_large');
    expect(await codeOf(base64(largest))).toBe('unknown_field');
    expect(await codeOf(base64(`${largest} `))).toBe('body_too_large');
  });

  // Threat: Secrets appear in logs or answers
  test('shows no internal errors', async () => {
    const handler = operation(getDocument, async () => {
      throw new Error('table dgs-prod-7 is on fire');
    });

    const response = await send(handler, {});

    expect(response).toMatchObject({ statusCode: 500, error: { code: 'internal_error', type: 'api_error' } });
    expect(response.body).not.toContain('dgs-prod-7');
  });

  test('asks for a retry after conflicts that continue', async () => {
    const handler = operation(getDocument, async () => {
      throw new ConflictError('an item changed in between');
    });

    const response = await send(handler, {});

    expect(response).toMatchObject({
      statusCode: 429,
      headers: { 'Retry-After': '1' },
      error: { code: 'rate_limit_exceeded', type: 'rate_limit_error', retry_after: 1 },
    });
  });

  test('refuses responses that are not in the contract', async () => {
    const handler = operation(getDocument, async () => ({ ...document, title: '', secret: 'x' }));

    const response = await send(handler, {});

    expect(response).toMatchObject({ statusCode: 500, error: { code: 'internal_error' } });
    expect(response.body).not.toContain('secret');
  });
});
