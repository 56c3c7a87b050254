import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope } from '../../shared/contract/errors.ts';
import { readingsOf } from '../support/activity.ts';
import type { Actor } from '../support/client.ts';
import {
  apiKeys,
  brokenPdf,
  call,
  processed,
  processedVersion,
  readyDocument,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { expectHead } from '../support/heads.ts';
import { openPage } from '../support/openPage.ts';
import { base_url, membersOf, pathPrefix, session_cookies, user_ids } from '../support/organizations.ts';

const ownerName = (await membersOf()).find(({ user_id }) => user_id === user_ids.owner)?.display_name ?? '';

const asKey = (actor: Actor) => ({ Authorization: `Bearer ${apiKeys[actor]}` });

/** Returns the text of a page. If `as` is null, the request has no credential. */
async function textFor(path: string, as: Actor | null, Accept = 'text/html') {
  const { status, text } = await openPage(path, { Accept, ...(as !== null && asKey(as)) });
  expect(status).toBe(200);
  return text;
}

describe('the page of a public document', () => {
  // Threat: A public page shows strangers who works in the organization
  test('shows names of people to members of its organization only, on all its pages', async () => {
    const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });

    for (const path of [`/d/${document_id}`, `/d/${document_id}/versions/${version_id}`]) {
      for (const as of ['owner', 'member', 'service_account'] as const)
        expect(await textFor(path, as), as).toContain(ownerName);
      for (const as of [null, 'outsider', 'newcomer', 'staff'] as const)
        expect(await textFor(path, as), String(as)).not.toContain(ownerName);
    }
  });

  // Threat: A public page shows strangers who works in the organization
  test('has no names in JSON for others either', async () => {
    const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });

    for (const path of [`/d/${document_id}`, `/d/${document_id}/versions/${version_id}`]) {
      const named = JSON.parse(await textFor(path, 'member', 'application/json'));
      const unnamed = JSON.parse(await textFor(path, 'outsider', 'application/json'));

      expect(named.created_by.name).toBe(ownerName);
      expect(unnamed).toEqual({ ...named, created_by: { ...named.created_by, name: named.created_by.id } });
    }
  });
});

const html = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const json = { Accept: 'application/json' };
const nobodys = `doc_${'0'.repeat(26)}`;

test.for([
  ['GET', '/d/'],
  ['GET', `/d/${nobodys}/versions`],
  ['GET', `/d/${nobodys}/acknowledgement`],
  ['GET', '/v2/documents'],
  ['GET', '/help'],
  ['POST', '/help'],
])('a browser gets a page with 404 at an unknown address: %s %s', async ([method, path = '']) => {
  const { status, headers, text } = await openPage(path, html, method);

  expect(status).toBe(404);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toContain('<h1>There is nothing at this address</h1>');
  expect(text).toContain(`href="${pathPrefix}/"`);
  // Strangers are not led to the API.
  expect(text.slice(text.indexOf('<footer')).match(/<a /g)).toHaveLength(1);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  for (const accept of [html, json]) expect((await expectHead(base_url + path, accept)).status).toBe(404);
  const signedIn = await openPage(path, { ...html, Cookie: session_cookies.member });
  expect(signedIn.text).toContain('Sign out');
});

test.for<[string, string, Record<string, string>, string?]>([
  ['that asks for JSON, with a key', '/help', { ...json, Authorization: `Bearer ${apiKeys.owner}` }],
  ['that asks for anything', '/help', { Accept: '*/*' }],
  ['that asks for HTML below /v1', '/v1/nothing', html],
  ['that changes something', '/help', json, 'POST'],
])('a client of the API %s gets an error at an unknown address', async ([, path, headers, method]) => {
  const answer = await openPage(path, headers, method);

  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('x-error-code')).toBe('resource_not_found');
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: 'resource_not_found', message: expect.stringContaining('/docs') },
    status: 404,
  });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(base_url + path, { headers });

describe('the first page', () => {
  test('is JSON for clients that request it, with the same links', async () => {
    const response = await get('/', { Accept: 'application/json' });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await response.json()).toEqual({
      name: 'Document Governance Service',
      description: expect.stringMatching(/^Upload a PDF .*\.$/),
      release: expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]{7,}(\.dirty)?)?$/),
      sign_in: `${base_url}/login`,
      reference: `${base_url}/docs`,
      openapi: `${base_url}/v1/openapi.json`,
    });
  });

  test.for(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*'])('is HTML for %s', async (accept) => {
    const response = await get('/', { Accept: accept });
    const text = await response.text();

    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const path of ['/login?return_to=%2Fapp', '/docs'])
      expect(text).toContain(`href="${pathPrefix}${path}"`);
  });
});

const page = { Accept: 'text/html' };
const asMember = { ...html, Cookie: session_cookies.member };

test('a HEAD request gets the status and headers of GET, no URL of a file, and is not recorded', async () => {
  const { document_id, at, version } = await governed({});
  const refusing = await governed({ allowed_emails: ['nobody@example.com'], require_sign_in: true });

  for (const path of [at, version]) {
    for (const headers of [page, asMember])
      expect((await expectHead(base_url + path, headers)).status).toBe(200);
    const program = await expectHead(base_url + path, { Accept: 'application/json' });
    expect([program.status, program.headers.get('x-error-code')]).toEqual([401, 'missing_api_key']);
    for (const kind of ['inline', 'attachment'])
      for (const headers of [page, asMember])
        await fetch(`${base_url}${path}?file=${kind}`, { method: 'HEAD', headers, redirect: 'manual' });
  }
  const refused = await fetch(base_url + refusing.at, { method: 'HEAD', headers: asMember });

  expect(refused.status).toBe(403);
  expect(await readingsOf(refusing.document_id)).toEqual([]);
  // The readings are those of the GET requests to which the answers are compared.
  const views = (await readingsOf(document_id)).map(({ type, details }) => [type, details.format]);
  expect(views).toEqual(Array(4).fill(['viewed', undefined]));
  const file = await expectHead(`${base_url}${at}?file=inline`, page, { withoutLocation: true });
  expect(file.status).toBe(303);
});

test.for(['/login', '/v1/documents'])(
  'a HEAD request for %s answers 404, like any other method that a path does not have',
  async (path) => {
    const headers = { Authorization: `Bearer ${apiKeys.owner}` };
    const head = await fetch(base_url + path, { method: 'HEAD', headers, redirect: 'manual' });
    const put = await fetch(base_url + path, { method: 'PUT', headers, redirect: 'manual' });

    expect([head.status, put.status]).toEqual([404, 404]);
    expect(head.headers.get('x-error-code')).toBe('resource_not_found');
  },
);

/** Returns the address of the script on the page of a document. */
async function scriptAddress(): Promise<string> {
  const { document_id } = await readyDocument({ fields: { access_level: 'public' } });
  const page = await fetch(`${base_url}/d/${document_id}`, { headers: { Accept: 'text/html' } });
  const [path = ''] = /\/viewer\/[0-9a-f]{12}\/viewer\.js/.exec(await page.text()) ?? [];
  return base_url + path;
}

test('the files of the viewer can be kept, and decoders are binary', async () => {
  const script = await scriptAddress();
  const files: readonly (readonly [string, string, string])[] = [
    ['viewer.js', '*/*', 'text/javascript; charset=utf-8'],
    ['worker.js', '*/*', 'text/javascript; charset=utf-8'],
    ['wasm/openjpeg.wasm', 'application/octet-stream', 'application/octet-stream'],
    ['cmaps/UniJIS-UCS2-H.bcmap', 'application/octet-stream', 'application/octet-stream'],
  ];
  for (const [name, accept, type] of files) {
    const response = await fetch(script.replace('viewer.js', name), { headers: { Accept: accept } });
    expect([name, response.status, response.headers.get('Content-Type')]).toEqual([name, 200, type]);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (name.endsWith('.wasm')) expect([...bytes.slice(0, 4)]).toEqual([0, 0x61, 0x73, 0x6d]);
  }
});

test('other addresses have no file, and lead out of no folder', async () => {
  const script = await scriptAddress();
  for (const address of [
    script.replace('viewer.js', 'nothing.js'),
    script.replace('viewer.js', '..%2Findex.cjs'),
    script.replace('viewer.js', '%2E%2E/index.cjs'),
    script.replace('viewer.js', 'cmaps/..%2F..%2Findex.cjs'),
    script.replace('viewer.js', 'cmaps'),
  ]) {
    const response = await fetch(address);
    expect([address, response.status]).toEqual([address, 404]);
    expect(response.headers.get('Cache-Control')).not.toContain('immutable');
  }
});

describe('the page of a document', () => {
  const missing = `/d/${nobodys}`;

  test('is the document or the version in the format of the API, for clients that ask for JSON', async () => {
    const { at, version, document_id, version_id } = await governed({});
    const path = { document_id, version_id };

    const asDocument = await openPage(at, { ...json, ...asKey('read_only') });
    const asVersion = await openPage(version, { ...json, ...asKey('owner') });

    expect(JSON.parse(asDocument.text)).toEqual((await call.getDocument({ path })).body);
    expect(asDocument.headers.get('vary')).toBe('Accept');
    expect(JSON.parse(asVersion.text)).toEqual((await call.getDocumentVersion({ path })).body);
  });

  test.for([
    ['no key', {}, 401, 'missing_api_key'],
    ['an unknown key', { Authorization: 'Bearer dgs_test_nonsense' }, 401, 'invalid_api_key'],
    ['a key of another organization', asKey('outsider'), 404, 'resource_not_found'],
  ] as const)('is refused with %s, in the format of errors', async ([_, headers, status, code]) => {
    const { id } = await upload({ fields: { access_level: 'private' } });
    for (const path of [`/d/${id}`, missing, '/d/nonsense']) {
      const answer = await openPage(path, { ...json, ...headers });

      expect(answer.status).toBe(status);
      expect(z.parse(errorEnvelope, JSON.parse(answer.text)).error.code).toBe(code);
    }
  });

  test('leads to its file at a URL that ends soon, and to none if it could not be read', async () => {
    const { document_id, version_id } = await readyDocument();
    const broken = await processedVersion(await uploadVersion({ document_id, payload: brokenPdf }));
    const fileOf = (id: string) =>
      openPage(`/d/${document_id}/versions/${id}?file=attachment`, { Cookie: session_cookies.member });

    const redirect = await fileOf(version_id);
    const unreadable = await fileOf(broken.id);

    const location = new URL(redirect.headers.get('location') ?? '');
    expect([redirect.status, location.searchParams.get('X-Amz-Expires')]).toEqual([303, '300']);
    expect(await (await fetch(location)).text()).toMatch(/^%PDF-/);
    expect(unreadable).toMatchObject({
      status: 200,
      text: expect.stringContaining('This file could not be read'),
    });
  });

  test('is not cached or framed, and sends no referrer to other sites', async () => {
    // A file that nobody can read has no viewer, whose script the policy would allow.
    const { id } = await processed(
      (await upload({ fields: { access_level: 'public' }, payload: brokenPdf })).id,
    );

    const { headers } = await openPage(`/d/${id}`);

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
    });
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|script-src|\*/);
  });
});
