import { expect, test } from 'vitest';
import { apiKeys } from '../support/documents.ts';
import { expectHead } from '../support/heads.ts';
import { base_url, pathPrefix, session_cookies } from '../support/organizations.ts';

const html = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const json = { Accept: 'application/json' };
const nobodys = `doc_${'0'.repeat(26)}`;

async function open(path: string, headers: Record<string, string> = html, method = 'GET') {
  const response = await fetch(base_url + path, { headers, method, redirect: 'manual' });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
    text: await response.text(),
  };
}

test.for([
  ['GET', '/d/'],
  ['GET', `/d/${nobodys}/versions`],
  ['GET', `/d/${nobodys}/acknowledgement`],
  ['GET', '/v2/documents'],
  ['GET', '/help'],
  ['POST', '/help'],
])('a browser gets a page with 404 at an unknown address: %s %s', async ([method, path = '']) => {
  const { status, type, headers, text } = await open(path, html, method);

  expect(status).toBe(404);
  expect(type).toBe('text/html; charset=utf-8');
  expect(text).toContain('<h1>There is nothing at this address</h1>');
  expect(text).toContain(`href="${pathPrefix}/"`);
  // Strangers are not led to the API.
  expect(text.slice(text.indexOf('<footer')).match(/<a /g)).toHaveLength(1);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  for (const accept of [html, json]) expect((await expectHead(base_url + path, accept)).status).toBe(404);
  const signedIn = await open(path, { ...html, Cookie: session_cookies.member });
  expect(signedIn.text).toContain('Sign out');
});

test.for<[string, string, Record<string, string>, string?]>([
  ['that asks for JSON, with a key', '/help', { ...json, Authorization: `Bearer ${apiKeys.owner}` }],
  ['that asks for anything', '/help', { Accept: '*/*' }],
  ['that asks for HTML below /v1', '/v1/nothing', html],
  ['that changes something', '/help', json, 'POST'],
])('a client of the API %s gets an error at an unknown address', async ([, path, headers, method]) => {
  const answer = await open(path, headers, method);

  expect(answer.status).toBe(404);
  expect(answer.type).toBe('application/json');
  expect(answer.headers.get('x-error-code')).toBe('resource_not_found');
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: 'resource_not_found', message: expect.stringContaining('/docs') },
    status: 404,
  });
});
