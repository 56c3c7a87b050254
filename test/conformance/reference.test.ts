import { describe, expect, test } from 'vitest';
import { allOperations } from '../../shared/contract/operations.ts';
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
