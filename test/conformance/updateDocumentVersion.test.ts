import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, readyDocument } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';

const update = (path: { document_id: string; version_id: string }, json: unknown, as: Actor = 'owner') =>
  call.updateDocumentVersion({ as, path: { ...path }, json });

/** Makes a ready version with a title and a description. */
async function describedVersion(as: Actor = 'owner') {
  const { document_id, version_id } = await readyDocument({ as });
  const path = { document_id, version_id };
  const { body: version } = await update(path, { title: 'Second draft', description: 'New clause 4' }, as);
  return { version, path };
}

test('changes the given fields and nothing else', async () => {
  let { version, path } = await describedVersion();
  const before = await stateOf(path.document_id);

  for (const json of [
    { title: 'Final', description: 'Clause 4 removed' },
    { title: '最終版 🎉' },
    { description: 'd'.repeat(5000) },
    { title: '🎉'.repeat(255) },
    { title: '' },
    {},
    { title: null },
    { description: null },
    { title: 'Again', description: 'Again' },
    { title: null, description: null },
  ]) {
    const { body: updated } = await update(path, json);

    expect(updated).toEqual({ ...version, ...json });
    expect((await call.getDocumentVersion({ path })).body).toEqual(updated);
    version = updated;
  }
  expect(await stateOf(path.document_id)).toEqual({
    document: before.document,
    versions: before.versions.map((other) => (other.id === version.id ? version : other)),
  });
});
