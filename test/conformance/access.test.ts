import { beforeAll, describe, expect, test } from 'vitest';
import { isAboutDocument } from '../../shared/contract/operation.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import type { Actor } from '../support/client.ts';
import { call, readyDocument } from '../support/documents.ts';
import { changes, reads, stateOf } from '../support/operationsOnDocument.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { bodies, unknownIds } from './requests.ts';

/** Every operation on a document. */
const onDocument = allOperations.filter((one) => isAboutDocument(one) || one.id === 'restoreDocument');

/** Documents that a caller may not see: the caller must not learn that they exist. */
describe.for([
  { what: "a member's private document", creator: 'member', level: 'private', as: 'owner' },
  { what: "an owner's private document", creator: 'owner', level: 'private', as: 'member' },
  { what: "a service account's private document", creator: 'service_account', level: 'private', as: 'admin' },
  { what: "an organization's public document", creator: 'owner', level: 'public', as: 'newcomer' },
  { what: "a newcomer's private document", creator: 'newcomer', level: 'private', as: 'owner' },
] as const)('$what, to the $as', ({ creator, level, as }) => {
  let target: Awaited<ReturnType<typeof readyDocument>>;
  beforeAll(async () => {
    target = await readyDocument({ as: creator, fields: { access_level: level } });
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('is not found by any operation, as if it did not exist, and stays unchanged', async () => {
    const { document_id, version_id } = target;
    const before = await stateOf(document_id, creator);

    for (const contract of onDocument) {
      const body = await bodies[contract.id]?.();
      const answer = await call(contract, { ...body, as, path: { ...unknownIds, document_id, version_id } });

      expect(answer, contract.id).toMatchObject(refused('resource_not_found', 'document_id'));
    }
    expect(await stateOf(document_id, creator)).toEqual(before);
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('is absent from the list', async () => {
    const created_after = new Date(Date.parse(target.document.created_at) - 1).toISOString();

    const listed = await allDocuments(as, { created_after });

    expect(idsOf(listed)).not.toContain(target.document_id);
  });
});

test('the answers to a key without the permission to write do not show which documents exist', async () => {
  const own = await readyDocument({ as: 'member' });
  const hidden = await readyDocument({ as: 'owner', fields: { access_level: 'private' } });
  const before = await stateOf(own.document_id);

  for (const { id, run } of changes) {
    const [first, ...others] = [
      await run('read_only', own),
      await run('read_only', hidden),
      await run('read_only', unknownIds),
    ];

    expect(first, id).toMatchObject(refused('insufficient_permissions'));
    for (const { error } of others) expect(error, id).toEqual(first.error);
  }
  expect(await stateOf(own.document_id)).toEqual(before);
});

test.for<Actor>(['member', 'service_account', 'newcomer'])(
  'the %s may do everything with their private document',
  async (as) => {
    const target = await readyDocument({ as, fields: { access_level: 'private' } });

    for (const { id, run } of [...reads, ...changes])
      if (id !== 'setDocumentAccessLevel' || as !== 'newcomer')
        expect((await run(as, target)).status, id).toBe(200);

    const { document, versions } = await stateOf(target.document_id, as);
    expect(document.title).toBe('Taken over');
    expect(versions).toMatchObject([{ title: 'Taken over' }]);
  },
);
