import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, readyDocument } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { refused } from '../support/refusals.ts';

const update = (path: { document_id: string; version_id: string }, json: unknown, as: Actor = 'owner') =>
  call.updateDocumentVersion({ as, path: { ...path }, json });

/** Makes a ready version with a title and a description. */
async function describedVersion(as: Actor = 'owner') {
  const { document_id, version_id } = await readyDocument({ as });
  const path = { document_id, version_id };
  const { body: version } = await update(path, { title: 'Second draft', description: 'New clause 4' }, as);
  return { version, path };
}

test.for([
  { what: 'both fields', json: { title: 'Final', description: 'Clause 4 removed' } },
  { what: 'only the title', json: { title: '最終版 🎉' } },
  { what: 'only the description', json: { description: 'Clause 4 removed' } },
  { what: 'the title to 255 emoji', json: { title: '🎉'.repeat(255) } },
  { what: 'the title to an empty one, because there is no lower limit', json: { title: '' } },
  {
    what: 'the description to 5000 characters, because no limit is stated',
    json: { description: 'd'.repeat(5000) },
  },
  { what: 'the title to null, which clears it', json: { title: null } },
  { what: 'the description to null, which clears it', json: { description: null } },
  { what: 'both to null, which clears them', json: { title: null, description: null } },
  { what: 'nothing when no field is given', json: {} },
])('changes $what and nothing else', async ({ json }) => {
  const { version, path } = await describedVersion();
  const before = await stateOf(path.document_id);

  const { body: updated } = await update(path, json);
  const { body: read } = await call.getDocumentVersion({ path });

  const expected = { ...version, ...json };
  expect(updated).toEqual(expected);
  expect(read).toEqual(expected);
  expect(await stateOf(path.document_id)).toEqual({
    document: before.document,
    versions: before.versions.map((other) => (other.id === version.id ? expected : other)),
  });
});

test.for([
  { as: 'owner', creator: 'member' },
  { as: 'admin', creator: 'member' },
  { as: 'service_account', creator: 'service_account' },
] as const)("lets the $as change a version of the $creator's document", async ({ as, creator }) => {
  const { version, path } = await describedVersion(creator);

  const { body: updated } = await update(path, { title: 'Corrected' }, as);

  expect(updated).toEqual({ ...version, title: 'Corrected' });
});

/** The requests that must be refused are about this version and this document. The tests assert that neither changes. */
const { path: untouched } = await describedVersion();
const other = await readyDocument();

test.for([
  {
    what: 'a title of 256 characters',
    json: { title: 't'.repeat(256) },
    code: 'invalid_value',
    param: 'title',
  },
  { what: 'a blank title', json: { title: ' ' }, code: 'invalid_value', param: 'title' },
  { what: 'a number as title', json: { title: 7 }, code: 'invalid_value', param: 'title' },
  {
    what: 'an object as description',
    json: { description: {} },
    code: 'invalid_value',
    param: 'description',
  },
  { what: 'the payload', json: { payload: 'JVBERi0=' }, code: 'unknown_field', param: 'payload' },
  { what: 'the payload key', json: { payload_key: 'k' }, code: 'unknown_field', param: 'payload_key' },
  {
    what: 'an access level',
    json: { title: 'T', access_level: 'public' },
    code: 'unknown_field',
    param: 'access_level',
  },
] as const)('refuses $what and changes nothing', async ({ json, code, param }) => {
  const before = await stateOf(untouched.document_id);

  expect(await update(untouched, json)).toMatchObject(refused(code, param));
  expect(await stateOf(untouched.document_id)).toEqual(before);
});

test('says not found for the version of another document, and does not change it', async () => {
  const { document_id } = untouched;
  const before = await stateOf(other.document_id);

  const answer = await update({ document_id, version_id: other.version_id }, { title: 'Moved' });

  expect(answer).toMatchObject(refused('resource_not_found', 'version_id'));
  expect(await stateOf(other.document_id)).toEqual(before);
});

test('says not found for a version that does not exist, and creates none', async () => {
  const { document_id } = untouched;
  const before = await stateOf(document_id);

  const answer = await update(
    { document_id, version_id: 'ver_00000000000000000000000000' },
    { title: 'New' },
  );

  expect(answer).toMatchObject(refused('resource_not_found', 'version_id'));
  expect(await stateOf(document_id)).toEqual(before);
});

test.for([
  { path: { document_id: 'doc_1', version_id: 'ver_00000000000000000000000000' }, param: 'document_id' },
  { path: { document_id: 'doc_00000000000000000000000000', version_id: 'ver_1' }, param: 'version_id' },
])('refuses a malformed $param', async ({ path, param }) => {
  expect(await update(path, { title: 'New' })).toMatchObject(refused('invalid_value', param));
});
