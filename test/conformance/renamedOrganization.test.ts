import { expect, inject, test } from 'vitest';
import { call, upload } from '../support/documents.ts';
import { makePng } from '../support/files/pictures.ts';

const as = 'outsider';
const { api_keys, base_url } = inject('credentials');
const get = (url: string | URL, headers: Record<string, string> = {}, more: RequestInit = {}) =>
  fetch(url, { headers: { Accept: 'text/html', ...headers }, ...more });

// Threat: A logo imitates somebody else
test('the look of an organization is on the pages of its documents, and only readers of a page get the logo', async () => {
  const [document, other] = [
    await upload({ as, fields: { access_level: 'public' } }),
    await upload({ fields: { access_level: 'public' } }),
  ];
  const path = { document_id: document.id };
  const entryPage = async () =>
    new URL((await call.generateDocumentEntryPage({ as, path })).body.download_url).pathname;
  const page = async () => (await get(document.service_url)).text();
  const drawn = await entryPage();
  const look = /class="logo"|#7a1f3d/;
  expect(await page()).not.toMatch(look);

  await call.updateOrganization({ as, json: { accent_color: '#7A1F3D' } });
  await call.setOrganizationLogo({
    as,
    raw: makePng({ width: 400 }),
    headers: { 'Content-Type': 'image/png' },
  });

  const shown = await page();
  const [, source = '', size] =
    /<img class="logo" src="([^"]+)" (width="\d+" height="\d+")/.exec(shown) ?? [];
  expect(size).toBe('width="192" height="31"');
  expect(shown).toContain('--accent: #7a1f3d');
  const { download_url } = (await call.generateDocumentEntryPage({ as, path })).body;
  expect(new URL(download_url).pathname).not.toBe(drawn);
  expect(await (await fetch(download_url)).text()).toContain('/Subtype /Image');
  const address = new URL(source, base_url);
  const image = await get(address);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await get(address, {}, { redirect: 'manual' })).status).toBe(303);
  const wrong = [
    String(address).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    String(address).replace(document.id, other.id),
    String(address).replace(document.id, 'doc_x'),
    address.origin + address.pathname,
    new URL(`${base_url}/logo`),
  ];
  for (const url of wrong) expect((await get(url)).status, String(url)).toBe(404);
  expect((await get(address, { 'Sec-Fetch-Dest': 'document' })).status).toBe(404);
  expect((await get(new URL(`${base_url}/logo`), { Authorization: `Bearer ${api_keys[as]}` })).status).toBe(
    200,
  );
  for (const signIn of ['/sign-in', `/sign-in?return_to=/d/${document.id}`, '/'])
    expect(await (await get(new URL(base_url + signIn))).text()).not.toMatch(look);

  await call.updateOrganization({ as, json: { accent_color: null } });
  await call.deleteOrganizationLogo({ as });
  expect(await page()).not.toMatch(look);
  expect(await entryPage()).toBe(drawn);
  expect((await get(address)).status).toBe(404);
});
