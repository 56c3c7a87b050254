import { expect, test } from 'vitest';
import type { Version } from '../../shared/contract/resources/version.ts';
import type { Actor } from '../support/client.ts';
import {
  apiKeys,
  brokenPdf,
  call,
  processedVersion,
  readyDocument,
  uploadVersion,
} from '../support/documents.ts';
import { session_cookies } from '../support/organizations.ts';
import { allVersions } from '../support/pages.ts';
import { addPolicy, attach, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

const pathOf = ({ document_id, id }: Version) => ({ document_id, version_id: id });
const remove = (version: Version, as: Actor = 'owner') =>
  call.deleteDocumentVersion({ as, path: pathOf(version) });
const read = async (document_id: string, as: Actor = 'owner') =>
  (await call.getDocument({ as, path: { document_id } })).body;
const notFound = refused('resource_not_found', 'version_id');
const onlyOne = refused('invalid_value', 'version_id');

/** Makes a document with a ready version, and adds other versions; `broken` versions fail. Returns the added versions, oldest first. */
async function withVersions(
  added: readonly ('ready' | 'broken')[],
  { as = 'owner', access_level = 'organization' }: { as?: Actor; access_level?: string } = {},
) {
  const first = await readyDocument({ as, fields: { access_level } });
  const { document_id, version_id } = first;
  const oldest = (await call.getDocumentVersion({ as, path: { document_id, version_id } })).body;
  const versions: Version[] = [];
  for (const kind of added) {
    const payload = kind === 'broken' && { payload: brokenPdf };
    versions.push(await processedVersion(await uploadVersion({ as, document_id, ...payload }), as));
  }
  return { ...first, oldest, versions };
}

/** Makes a document with two ready versions. */
async function withWrongFile(given: { as?: Actor; access_level?: string } = {}) {
  const { versions, ...more } = await withVersions(['ready'], given);
  const [wrong] = versions;
  if (!wrong) throw new Error('there is no second version');
  return { ...more, wrong };
}

test("lets an owner delete a wrong version of a member's document, as if it had never existed", async () => {
  const { document, oldest, wrong } = await withWrongFile({ as: 'member', access_level: 'public' });
  const ask = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
  const { service_url } = wrong;
  const urls = [service_url, `${service_url}?file=attachment`, `${service_url}?file=inline`];
  for (const url of urls) expect((await ask(url)).status).toBeLessThan(400);

  const { status, body } = await remove(wrong);

  expect({ status, body }).toEqual({ status: 200, body: {} });
  expect(await read(document.id, 'member')).toEqual(document);
  expect(await allVersions('member', document.id)).toEqual([oldest]);
  for (const as of ['owner', 'member'] as const) {
    const path = pathOf(wrong);
    expect(await call.getDocumentVersion({ as, path })).toMatchObject(notFound);
    expect(await call.updateDocumentVersion({ as, path, json: {} })).toMatchObject(notFound);
    expect(await remove(wrong, as)).toMatchObject(notFound);
  }
  for (const url of [...urls, `${service_url}/pages/1`]) {
    const visitor = await ask(url);
    const person = await ask(url, { Cookie: session_cookies.owner });
    const json = await ask(url, { Authorization: `Bearer ${apiKeys.owner}`, Accept: 'application/json' });
    expect([visitor.status, person.status, json.status]).toEqual([404, 404, 404]);
  }
  // The number of the deleted version is not given again.
  const third = await uploadVersion({ document_id: document.id });
  expect(await (await ask(third.service_url)).text()).toContain('Version 3');
});

test('if it was the only ready version, the document is not ready any more', async () => {
  const { document_id, oldest, versions } = await withVersions(['broken']);

  await remove(oldest);

  expect(await read(document_id)).toMatchObject({ processing_status: 'failed', current_version: null });
  expect(await allVersions('owner', document_id)).toEqual(versions);
});

test('a document always has a version: one is left of several that are deleted at once', async () => {
  const { document_id, oldest, versions } = await withVersions(['broken', 'broken']);

  const answers = await Promise.all([oldest, ...versions].map((version) => remove(version)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject(onlyOne);
  expect(await allVersions('owner', document_id)).toHaveLength(1);
});

test('deletes no version of a document within its retention, until that ends', async () => {
  const { document_id, versions } = await withVersions(['broken'], { as: 'member' });
  const [wrong] = versions;
  if (!wrong) throw new Error('there is no second version');
  const policy = await addPolicy(undefined, {}, { retain_for_days: 2 });
  await attach(document_id, policy.id);

  for (const as of ['owner', 'admin', 'member'] as const)
    expect(await remove(wrong, as)).toMatchObject(refused('insufficient_permissions'));
  expect((await call.getDocumentVersion({ path: pathOf(wrong) })).status).toBe(200);

  await change(policy.id, { rules: {} });
  expect((await remove(wrong, 'member')).status).toBe(200);
});
