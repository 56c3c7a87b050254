import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { guideNames } from '../../shared/pages/guides/names.ts';
import { expectHead } from '../support/heads.ts';
import { base_url, pathPrefix } from '../support/organizations.ts';

const get = (path: string, headers: Record<string, string> = {}) => fetch(base_url + path, { headers });
const textOf = async (path: string) => (await get(path)).text();

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
