import { describe, expect, test } from 'vitest';
import type { DocumentPolicy } from '../../shared/contract/resources/policy.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, attach } from '../support/policies.ts';

const list = (policy_id: string, query: Record<string, string> = {}, more: CallRequest = {}) =>
  call.listPolicyDocuments({ path: { policy_id }, query, ...more });

/** Waits until the list, which lags behind, has `count` items. */
const listed = (policy_id: string, count: number, as: Actor = 'owner'): Promise<DocumentPolicy[]> =>
  eventually(
    async () => (await list(policy_id, { limit: '100' }, { as })).body.items,
    (items) => items.length === count,
  );

describe('the documents of a policy', () => {
  test('are listed newest attachment first, with their attachments', async () => {
    const { id } = await addPolicy();
    const documents = [await upload(), await upload({ as: 'member' }), await upload()];
    const attachments: DocumentPolicy[] = [];
    for (const document of documents.toReversed()) attachments.unshift((await attach(document.id, id)).body);

    expect(await listed(id, 3)).toEqual(attachments);
    expect(await listed(id, 3, 'member')).toEqual(attachments);
    const pages = await walk((query) => list(id, query), { limit: '2' });
    expect(pages.map(({ items }) => items.length)).toEqual([2, 1]);
    expect(pages.flatMap(({ items }) => items)).toEqual(attachments);
    const path = { document_id: documents[0]?.id ?? '' };
    await call.deleteDocument({ path });
    expect(await listed(id, 2)).toEqual(attachments.slice(1));
    await call.restoreDocument({ path });
    expect(await listed(id, 3)).toEqual(attachments);
  });

  // Threat: Somebody reads or changes documents of another organization, or private documents of a colleague
  test('are listed if the caller may read them; only creators see their private documents', async () => {
    const { id } = await addPolicy();
    const fields = { access_level: 'private' };
    const [shared, mine, theirs] = [
      await upload(),
      await upload({ as: 'member', fields }),
      await upload({ as: 'admin', fields }),
    ];
    for (const [document, as] of [
      [shared, 'owner'],
      [mine, 'member'],
      [theirs, 'admin'],
    ] as const)
      await attach(document.id, id, as);
    const idsFor = async (as: Actor, count: number) =>
      (await listed(id, count, as)).map(({ document_id }) => document_id);

    expect(await idsFor('member', 2)).toEqual([mine.id, shared.id]);
    expect(await idsFor('admin', 2)).toEqual([theirs.id, shared.id]);
    expect(await idsFor('read_only', 2)).toEqual([mine.id, shared.id]);
    for (const as of ['owner', 'service_account'] as const) expect(await idsFor(as, 1)).toEqual([shared.id]);
    // A page leaves out documents that the caller may not read. So a page can be empty although more pages follow.
    const pages = await walk((query) => list(id, query), { limit: '1' });
    expect(pages.map(({ items }) => items.length)).toEqual([0, 0, 1]);
  });
});

test('documents are not listed for a cursor of another policy', async () => {
  const [one, other] = [await addPolicy(), await addPolicy()];
  for (const document of [await upload(), await upload()]) await attach(document.id, one.id);
  await listed(one.id, 2);
  const cursor = (await list(one.id, { limit: '1' })).body.pagination.next_cursor;

  expect(await list(other.id, { cursor })).toMatchObject(problem(400));
});
