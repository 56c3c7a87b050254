import { beforeAll, describe, expect, test } from 'vitest';
import { call, readyDocument } from '../support/documents.ts';
import { changes, reads, stateOf } from '../support/operationsOnDocument.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';

const missing = {
  document_id: 'doc_00000000000000000000000000',
  version_id: 'ver_00000000000000000000000000',
};

/** Documents that a caller may not see: the caller must not learn that they exist. */
const unseen = [
  { what: "a member's private document", creator: 'member', level: 'private', as: 'owner' },
  { what: "a member's private document", creator: 'member', level: 'private', as: 'admin' },
  { what: "a member's private document", creator: 'member', level: 'private', as: 'service_account' },
  { what: "an owner's private document", creator: 'owner', level: 'private', as: 'member' },
  { what: "a service account's private document", creator: 'service_account', level: 'private', as: 'owner' },
  { what: "an organization's document", creator: 'owner', level: 'organization', as: 'outsider' },
  { what: "an organization's document", creator: 'owner', level: 'organization', as: 'newcomer' },
  { what: "an organization's document", creator: 'owner', level: 'organization', as: 'staff' },
  { what: "an organization's public document", creator: 'owner', level: 'public', as: 'outsider' },
  { what: "an organization's private document", creator: 'owner', level: 'private', as: 'outsider' },
  { what: "a newcomer's private document", creator: 'newcomer', level: 'private', as: 'owner' },
  { what: "a newcomer's private document", creator: 'newcomer', level: 'private', as: 'outsider' },
] as const;

describe.for(unseen)('$what, to the $as', ({ creator, level, as }) => {
  let target: Awaited<ReturnType<typeof readyDocument>>;
  beforeAll(async () => {
    target = await readyDocument({ as: creator, fields: { access_level: level } });
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('is not found by any operation, as if it did not exist, and stays unchanged', async () => {
    const before = await stateOf(target.document_id, creator);

    for (const { id, run } of [...reads, ...changes]) {
      const answer = await run(as, target);
      const toNothing = await run(as, missing);

      expect(answer, id).toMatchObject(refused('resource_not_found', 'document_id'));
      expect(answer.error, id).toEqual(toNothing.error);
    }
    expect(await stateOf(target.document_id, creator)).toEqual(before);
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('is absent from the list', async () => {
    const created_after = new Date(Date.parse(target.document.created_at) - 1).toISOString();

    const listed = await allDocuments(as, { created_after });

    expect(idsOf(listed)).not.toContain(target.document_id);
  });
});

/** Callers who may read a document but not change it. */
const readers = [
  { what: 'is a member and not its creator', as: 'member', creator: 'owner' },
  { what: 'is a service account and not its creator', as: 'service_account', creator: 'member' },
  {
    what: "uses a read-only key of the document's creator",
    as: 'read_only',
    creator: 'member',
  },
] as const;

describe.for(readers)('a caller who $what', ({ as, creator }) => {
  let target: Awaited<ReturnType<typeof readyDocument>>;
  beforeAll(async () => {
    target = await readyDocument({ as: creator });
  });

  test.for(reads)('may use $id', async ({ run }) => {
    expect((await run(as, target)).status).toBe(200);
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test.for(changes)('may not use $id, which changes nothing', async ({ run }) => {
    const before = await stateOf(target.document_id);

    expect(await run(as, target)).toMatchObject(refused('insufficient_permissions'));
    expect(await stateOf(target.document_id)).toEqual(before);
  });
});

test('the answers to a key without the permission to read do not show which documents exist', async () => {
  const hidden = await readyDocument({ as: 'owner', fields: { access_level: 'private' } });

  for (const { id, run } of changes) {
    const answers = [await run('read_only', hidden), await run('read_only', missing)];

    expect(answers[0]?.error, id).toEqual(answers[1]?.error);
  }
});

test('a private document is visible to its creator only, who may do everything with it', async () => {
  const target = await readyDocument({ as: 'member', fields: { access_level: 'private' } });

  for (const { id, run } of [...reads, ...changes])
    expect((await run('member', target)).status, id).toBe(200);
});

test('only owners and admins may change a document that a member shares', async () => {
  const { document_id } = await readyDocument({ as: 'member' });
  const rename = (as: 'owner' | 'admin' | 'service_account', title: string) =>
    call.updateDocument({ as, path: { document_id }, json: { title } });

  const [byOwner, byAdmin, byService] = [
    await rename('owner', 'By the owner'),
    await rename('admin', 'By the admin'),
    await rename('service_account', 'By the import'),
  ];

  expect([byOwner.status, byAdmin.status, byService.status]).toEqual([200, 200, 403]);
  expect((await stateOf(document_id)).document.title).toBe('By the admin');
});
