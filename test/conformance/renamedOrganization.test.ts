import { expect, inject, test } from 'vitest';
import { call, upload } from '../support/documents.ts';

test('an organization is renamed by its owner, and its documents show the new name', async () => {
  const as = 'outsider';
  const document = await upload({ as, fields: { access_level: 'organization' } });
  const before = (await call.getOrganization({ as })).body;
  const name = `Renamed ${crypto.randomUUID()} & Co`;
  const path = { document_id: document.id };
  const entryPage = async () =>
    new URL((await call.generateDocumentEntryPage({ as, path })).body.download_url).pathname;
  const page = async () => {
    const headers = { Authorization: `Bearer ${inject('credentials').api_keys[as]}`, Accept: 'text/html' };
    return (await fetch(document.service_url, { headers })).text();
  };
  const drawn = await entryPage();

  expect((await call.updateOrganization({ as, json: { name } })).body).toEqual({ ...before, name });
  expect(await entryPage()).not.toBe(drawn);
  expect(await page()).toContain(name.replace('&', '&amp;'));
  await call.updateOrganization({ as, json: { name: before.name } });
  expect(await entryPage()).toBe(drawn);
});
