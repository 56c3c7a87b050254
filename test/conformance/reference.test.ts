import { describe, expect, test } from 'vitest';
import { allOperations } from '../../shared/contract/operations.ts';
import type { OpenApi } from '../../shared/openapi/model.ts';
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

describe('a page of the reference', () => {
  test('has the operations of one group, and all groups have every operation', async () => {
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

  test('is linked from the former anchors of operations on the first page', async () => {
    const front = await textOf('/docs');

    for (const { id } of allOperations)
      expect(front).toMatch(new RegExp(`<li id="${id}"><a href="${pathPrefix}/docs/[a-z-]+#${id}">`));
  });

  test('has only links to anchors that exist', async () => {
    const front = await textOf('/docs');
    const pages = new Map<string, string>([['/docs', front]]);
    for (const path of groupsIn(front)) pages.set(path, await textOf(path));

    for (const [path, text] of pages)
      for (const link of linksIn(text)) {
        const [target = '', anchor] = link.slice(link.startsWith('#') ? 0 : pathPrefix.length).split('#');
        const page = pages.get(target === '' ? path : target);
        if (anchor !== undefined && page !== undefined)
          expect(page, `${link} in ${path}`).toContain(` id="${anchor}"`);
      }
  });

  test.for(['/docs/nothing', '/docs/Documents', '/docs/documents/more'])(
    'does not exist at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test('that does not exist answers with a link to the first page', async () => {
    const response = await get('/docs/nothing');

    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain(`<a href="${pathPrefix}/docs">`);
  });
});

describe('an example request', () => {
  test('has the address of the service and the variables of the path', async () => {
    const text = await textOf('/docs/documents');

    expect(text).toContain(`curl -sS &quot;${base_url}/v1/documents/$DOCUMENT_ID&quot;`);
    expect(text).toContain('-F payload=@contract.pdf');
    expect(text).not.toContain('@@');
  });
});

describe('the errors in the reference', () => {
  /** Returns the section about an operation, from the page of its group. */
  const articleOf = async (group: string, id: string) =>
    (await textOf(`/docs/${group}`)).split('<article>').find((part) => part.includes(`<h2 id="${id}">`)) ??
    '';

  test('are those that the operation can answer', async () => {
    const createPolicy = await articleOf('policies', 'createPolicy');
    const getMe = await articleOf('me', 'getMe');
    const listDocuments = await articleOf('documents', 'listDocuments');

    expect(createPolicy).toContain(`href="${pathPrefix}/docs/errors#name_taken"`);
    expect(getMe).not.toContain('resource_not_found');
    expect(getMe).not.toContain('file_too_large');
    expect(listDocuments).not.toContain('<dt><code>404</code></dt>');
  });

  test('are the same as in the OpenAPI document, for every operation', async () => {
    const { paths }: OpenApi = JSON.parse(await textOf('/v1/openapi.json'));
    const groups = await Promise.all(groupsIn(await textOf('/docs')).map(textOf));
    const articles = groups.flatMap((text) => text.split('<article>'));

    for (const { operationId, responses, 'x-error-codes': codes = {} } of Object.values(paths).flatMap(
      (item) => Object.values(item),
    )) {
      const article = articles.find((part) => part.includes(`<h2 id="${operationId}">`)) ?? '';
      const rows = [...article.matchAll(/<dt><code>(\d+)<\/code><\/dt>\n<dd>(.*?)<\/dd>/gs)];
      const shown = rows.map(([, status = '', text = '']) => [
        status,
        [...text.matchAll(/\/docs\/errors#(\w+)"/g)].map(([, code]) => code),
      ]);
      const answered = Object.keys(responses).filter((status) => Number(status) < 400 || codes[status]);
      expect(shown, operationId).toEqual(answered.map((status) => [status, codes[status] ?? []]));
    }
  });
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

  test('finds the operations that give an error code', async () => {
    expect(await found('last_owner')).toEqual(
      expect.arrayContaining(['/docs/organizations#updateMemberRole', '/docs/organizations#removeMember']),
    );
  });

  test('repeats a query without results, with its markup as text', async () => {
    const response = await get(`/docs?q=${encodeURIComponent('<i>nonsense</i>')}`);
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(text).toContain(
      'Nothing in the reference has all of these words: <b>&lt;i&gt;nonsense&lt;/i&gt;</b>',
    );
    expect(text).toContain('value="&lt;i&gt;nonsense&lt;/i&gt;"');
    expect(text).not.toContain('<i>');
  });

  test('shows the first page for an empty query', async () => {
    expect(await textOf('/docs?q=+')).toBe(await textOf('/docs'));
  });
});

test('the overview explains each name that the specification spells in two ways', async () => {
  const text = await textOf('/docs');

  for (const spelling of ['usr_', 'user_', 'org_id', 'organization_id'])
    expect(text).toContain(`<code>${spelling}</code>`);
});
