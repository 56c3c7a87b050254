import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allOperations } from '../../shared/contract/operations.ts';
import { documentFile } from '../../shared/openapi/files.ts';
import { guideNames } from '../../shared/pages/guides/names.ts';
import { expectHead } from '../support/heads.ts';
import { base_url, pathPrefix } from '../support/organizations.ts';

const get = (path: string, headers: Record<string, string> = {}) => fetch(base_url + path, { headers });
const textOf = async (path: string) => (await get(path)).text();
const linksIn = (text: string) => [...text.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link);
const groupsIn = (text: string) => [
  ...new Set(linksIn(text).flatMap((link) => /^[^#]*(\/docs\/[a-z-]+)/.exec(link)?.[1] ?? [])),
];

test.for(['/docs', '/docs/documents'])(
  '%s can be cached by anyone, and answers 304 to its tag',
  async (path) => {
    const first = await get(path);
    const again = await get(path, { 'If-None-Match': first.headers.get('etag') ?? '' });

    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toMatch(/^public\b/);
    expect(first.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(first.headers.get('content-security-policy')).not.toMatch(/script-src|unsafe/);
    expect([again.status, await again.text()]).toEqual([304, '']);
  },
);

test('a page of the reference has the operations of one group, and all groups have every operation', async () => {
  const front = await textOf('/docs');
  const groups = await Promise.all(groupsIn(front).map(textOf));

  expect(groups.length).toBeGreaterThan(12);
  for (const { id } of allOperations)
    expect(
      groups.filter((text) => text.includes(`<h2 id="${id}">`)),
      id,
    ).toHaveLength(1);
  for (const text of groups)
    for (const link of linksIn(text))
      if (link.startsWith('/')) expect(link.startsWith(pathPrefix)).toBe(true);
});

describe('the search', () => {
  /** Returns the addresses of the results, in order. */
  const found = async (query: string) => {
    const text = await textOf(`/docs?q=${encodeURIComponent(query)}`);
    return linksIn(/<ol class="parts">.*<\/ol>/s.exec(text)?.[0] ?? '').map((link) =>
      link.slice(pathPrefix.length),
    );
  };

  test.for<[string, string, string]>([
    ['an operation', 'createPolicy', '/docs/policies#createPolicy'],
    ['a method and a path', 'POST /v1/uploads', '/docs/uploads#createUpload'],
    ['a title', 'create a document by uploading', '/docs/documents#createDocument'],
    ['an error code', 'name_taken', '/docs/errors#name_taken'],
    ['an event type', 'document.ready', '/docs/event-types#onDocumentReadyEvent'],
    ['a schema', 'documentpage', '/docs/schemas#schema-DocumentPage'],
    ['a word of the overview', 'compatibility', '/docs#compatibility'],
    ['a guide', 'evaluate it in 20 minutes', '/docs/guides/evaluate'],
  ])('has the best result first for %s', async ([_, query, first]) => {
    expect((await found(query))[0]).toBe(first);
  });
});

const [text, page] = ['text/plain; charset=utf-8', 'text/html; charset=utf-8'];
const [guide = ''] = guideNames;

test.for<[path: string, type: string]>([
  ['/docs/guides', page],
  [`/docs/guides/${guide}`, page],
  [`/docs/guides/${guide}.md`, 'text/markdown; charset=utf-8'],
  ['/docs/changelog', page],
  ['/llms.txt', text],
  ['/docs/client.mjs', text],
  ['/docs/client.d.mts', text],
  ['/docs/copy.js', 'text/javascript; charset=utf-8'],
])('%s is %s without a credential, cached as the reference, by HEAD as by GET', async ([path, type]) => {
  const response = await get(path, { Authorization: '' });
  const again = await get(path, { 'If-None-Match': response.headers.get('etag') ?? '' });
  const head = await expectHead(base_url + path, {});

  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(response.headers.get('cache-control')).toBe((await get('/docs')).headers.get('cache-control'));
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect([again.status, head.status]).toEqual([304, 200]);
  expect(await response.text()).not.toMatch(/@@|service\.example/);
});

test.for(guideNames)(
  '%s has one script of the service, and links to pages and headings that exist',
  async (name) => {
    const response = await get(`/docs/guides/${name}`);
    const shown = await response.text();

    expect([...shown.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      `<script src="${pathPrefix}/docs/copy.js" defer>`,
    ]);
    expect(response.headers.get('content-security-policy')).toMatch(/; script-src 'self';/);
    expect(shown).not.toContain('<button');
    const pages = new Map<string, string>();
    for (const [, link = ''] of shown.matchAll(/ href="([^"]*)"/g)) {
      if (/^(https?:|data:)/.test(link) && !link.startsWith(base_url)) continue;
      const [target = '', anchor] = link.replace(base_url, '').split('#');
      const path =
        target === '' ? `/docs/guides/${name}` : target.slice(link.startsWith('/') ? pathPrefix.length : 0);
      if (!pages.has(path)) {
        const found = await get(path, { Accept: 'text/html' });
        expect(found.status, link).toBe(200);
        pages.set(path, await found.text());
      }
      if (anchor !== undefined) expect(pages.get(path), link).toContain(` id="${anchor}"`);
    }
  },
);

test('the SHA-256 of the files of the client are on the page of the first document', async () => {
  const shown = await textOf('/docs/guides/first-document');
  for (const name of ['client.mjs', 'client.d.mts'])
    expect(shown).toContain(
      createHash('sha256')
        .update(await textOf(`/docs/${name}`))
        .digest('hex'),
    );
});

const getOpenApi = (headers: Record<string, string> = {}) =>
  fetch(`${base_url}/v1/openapi.json`, { headers });

test('the OpenAPI document is public, and has the URL of its stage', async () => {
  const response = await getOpenApi();

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    ...JSON.parse(readFileSync(documentFile, 'utf8')),
    servers: [{ url: base_url }],
  });
});
