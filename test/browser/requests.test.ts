import { describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope } from '../../shared/contract/errors.ts';
import { newId } from '../../shared/data/table/ids.ts';
import type { Actor } from '../support/client.ts';
import {
  apiKeys,
  brokenPdf,
  call,
  processedVersion,
  readyDocument,
  uniqueTitle,
  upload,
  uploadVersion,
} from '../support/documents.ts';

/** Requests without a browser. */

const credentials = inject('credentials');
const { session_cookies } = z.parse(
  z.object({ session_cookies: z.strictObject({ owner: z.string(), member: z.string() }) }),
  credentials,
);

const asSession = (who: 'owner' | 'member') => ({ Cookie: session_cookies[who] });
const asKey = (actor: Actor) => ({ Authorization: `Bearer ${apiKeys[actor]}` });
const json = { Accept: 'application/json' };

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(path.startsWith('http') ? path : credentials.base_url + path, {
    headers,
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The parts that can differ between two equal answers. */
const varying = new Set([
  'date',
  'x-request-id',
  'x-amzn-requestid',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  // The page is compressed and contains the requested address, so its length differs.
  'content-length',
]);
const comparable = ({ status, headers, body }: Awaited<ReturnType<typeof open>>) => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !varying.has(name))),
  body,
});

const document = (access_level: string, as: Actor = 'owner') =>
  upload({ as, fields: { title: uniqueTitle('Minutes'), access_level } });

describe('a person who is signed in', () => {
  test('gets the same page for a document that they may not read and one that does not exist', async () => {
    const { id } = await document('private');
    const elsewhere = await upload({ as: 'outsider', fields: { access_level: 'organization' } });
    const paths = [
      `/d/${newId('doc')}`,
      `/d/${id}`,
      `/d/${elsewhere.id}`,
      '/d/nonsense',
      `/d/${id}/versions/${newId('ver')}`,
    ];
    const answers = await Promise.all(paths.map((path) => open(path, asSession('member'))));

    expect(answers[0]).toMatchObject({ status: 404 });
    expect(answers[0]?.body).toContain('This link does not open');
    // The page shows the requested address, has a link back to it, and a form for its document. All three are left out of the comparison.
    const alike = answers.map(({ body, ...answer }) =>
      comparable({
        ...answer,
        body: body
          .replace(/return_to=[^"&]*/, '')
          .replace(/<p class="address">[^<]*/, '')
          .replace(/<form method="post" action="[^"]*\/access"/, '<form'),
      }),
    );
    for (const answer of alike) expect(answer).toEqual(alike[0]);
  });
});

describe('a client of the API that asks for JSON', () => {
  test("gets the document and the version in the API's format", async () => {
    const { document_id, version_id } = await readyDocument({ fields: { access_level: 'organization' } });
    const path = { document_id, version_id };

    const asDocument = await open(`/d/${document_id}`, { ...json, ...asKey('read_only') });
    expect(JSON.parse(asDocument.body)).toEqual((await call.getDocument({ path })).body);
    expect(asDocument.headers.get('vary')).toBe('Accept');
    const asVersion = await open(`/d/${document_id}/versions/${version_id}`, { ...json, ...asKey('owner') });
    expect(JSON.parse(asVersion.body)).toEqual((await call.getDocumentVersion({ path })).body);
  });

  test.for([
    ['no key', {}, 401, 'missing_api_key'],
    ['an unknown key', { Authorization: 'Bearer dgs_test_nonsense' }, 401, 'invalid_api_key'],
    ['a key of another organization', asKey('outsider'), 404, 'resource_not_found'],
  ] as const)('is refused with %s, in the format of errors', async ([_, headers, status, code]) => {
    const { id } = await document('private');
    for (const path of [`/d/${id}`, `/d/${newId('doc')}`, '/d/nonsense']) {
      const answer = await open(path, { ...json, ...headers });

      expect(answer.status).toBe(status);
      expect(z.parse(errorEnvelope, JSON.parse(answer.body)).error.code).toBe(code);
    }
  });
});

describe('the file of a document', () => {
  test('is sent with its title, from a URL that ends soon', async () => {
    const title = 'Über die Verträge „neu“: 契約 اتفاقية';
    const { document_id, version_id } = await readyDocument({
      fields: { title, access_level: 'organization' },
    });
    for (const path of [`/d/${document_id}`, `/d/${document_id}/versions/${version_id}`]) {
      const redirect = await open(`${path}?file=attachment`, asSession('member'));
      expect(redirect.status).toBe(303);
      const location = redirect.headers.get('location') ?? '';
      expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('300');

      const stored = await open(location);
      expect(stored.body).toMatch(/^%PDF-/);
      expect(stored.headers.get('content-type')).toBe('application/pdf');
      const disposition = stored.headers.get('content-disposition') ?? '';
      const [, encoded = ''] = /filename\*=UTF-8''(.*)$/.exec(disposition) ?? [];
      expect(disposition.startsWith('attachment; ')).toBe(true);
      expect(decodeURIComponent(encoded)).toBe(`${title.replace(': ', ' ')}.pdf`);
    }
  });

  test('is sent only to those who may read the document', async () => {
    const { document_id } = await readyDocument({ fields: { access_level: 'private' } });

    expect((await open(`/d/${document_id}?file=attachment`, asSession('member'))).status).toBe(404);
    const { headers } = await open(`/d/${document_id}?file=attachment`);
    expect(headers.get('location')).toContain('/sign-in?return_to=');
  });

  test('that could not be read is not sent', async () => {
    const document_id = (await readyDocument()).document_id;
    const version = await processedVersion(await uploadVersion({ document_id, payload: brokenPdf }));
    const path = `/d/${document_id}/versions/${version.id}?file=attachment`;
    const { status, body } = await open(path, asSession('owner'));

    expect(status).toBe(200);
    expect(body).toContain('This file could not be read');
  });
});

test('a page is not cached or framed, and sends no referrer to other sites', async () => {
  const { id } = await document('public');
  const { headers } = await open(`/d/${id}`);

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
