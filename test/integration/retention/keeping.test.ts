import { describe, expect, test, vi } from 'vitest';
import type { DocumentId, OrganizationId, PolicyId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { deletedDocumentKey, documentKey } from '../../../shared/data/keys/documents.ts';
import { deletedOrganizationKey } from '../../../shared/data/keys/organizations.ts';
import { ownedOrganization } from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { uploadReady } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

const day = 24 * 60 * 60_000;
const hold: Rules = { legal_hold: true };
const kept = 'The policy "Litigation" keeps';

/** An owner, and calls in an organization of their own. */
async function ownerWithCalls() {
  const { id, by: ask } = await ownedOrganization();
  return {
    id,
    document: async (): Promise<DocumentId> => (await uploadReady(stage, { title: 'Evidence' }, ask)).id,
    policy: async (rules: Rules, name = 'Litigation'): Promise<PolicyId> =>
      (await call.createPolicy({ ...ask, json: { name, rules } })).body.id,
    attach: (document_id: DocumentId, policy_id: PolicyId) =>
      call.attachDocumentPolicy({ ...ask, path: { document_id }, json: { policy_id } }),
    detach: (document_id: DocumentId, policy_id: PolicyId) =>
      call.detachDocumentPolicy({ ...ask, path: { document_id, policy_id } }),
    change: (policy_id: PolicyId, rules: Rules) =>
      call.updatePolicy({ ...ask, path: { policy_id }, json: { rules } }),
    read: (document_id: DocumentId) => call.getDocument({ ...ask, path: { document_id } }),
    rename: (document_id: DocumentId, title: string) =>
      call.updateDocument({ ...ask, path: { document_id }, json: { title } }),
    renameVersion: async (document_id: DocumentId, title: string) => {
      const { body } = await call.listDocumentVersions({ ...ask, path: { document_id } });
      const version_id = body.items[0]?.id ?? '';
      await call.updateDocumentVersion({ ...ask, path: { document_id, version_id }, json: { title } });
    },
    earlierTitles: async (document_id: DocumentId) =>
      (await call.listDocumentEarlierTexts({ ...ask, path: { document_id } })).body.items.map(
        ({ title }) => title,
      ),
    remove: (document_id: DocumentId) => call.deleteDocument({ ...ask, path: { document_id } }),
    restore: (document_id: DocumentId) => call.restoreDocument({ ...ask, path: { document_id } }),
    removeAll: () => call.deleteOrganization({ ...ask, json: { name: 'Test' } }),
    organization: () => call.getOrganization(ask),
  };
}

const refusedBy = (policy: string) => ({ status: 403, problem: { detail: expect.stringContaining(policy) } });

/** Runs `other` between the reads and the transaction of a request. */
async function interrupted<T>(transaction: () => Promise<T>, other: () => Promise<unknown>): Promise<T> {
  stage.dynamodb.faultOf = async (request) => {
    if (!isCall('TransactWriteItems')(request)) return undefined;
    stage.dynamodb.mend();
    await other();
    return undefined;
  };
  return transaction();
}

describe('a deletion and the attachment of a policy at the same moment', () => {
  // Threat: A document that must be kept is deleted
  test('with the policy first, keep the document', async () => {
    const { document, policy, attach, remove, read } = await ownerWithCalls();
    const [id, litigation] = [await document(), await policy(hold)];

    const removed = await interrupted(
      () => remove(id),
      async () => expect((await attach(id, litigation)).status).toBe(200),
    );

    expect(removed).toMatchObject(refused('insufficient_permissions'));
    expect(removed).toMatchObject({ error: { message: expect.stringContaining(kept) } });
    expect((await read(id)).status).toBe(200);
  });

  // Threat: A document that must be kept is deleted
  test('with the policy first, keep the organization', async () => {
    const { document, policy, attach, removeAll, organization } = await ownerWithCalls();
    const [id, litigation] = [await document(), await policy(hold)];

    const removed = await interrupted(removeAll, async () =>
      expect((await attach(id, litigation)).status).toBe(200),
    );

    expect(removed).toMatchObject(refusedBy(kept));
    expect((await organization()).status).toBe(200);
  });
});

// Threat: The title or description of a kept document is rewritten before somebody looks at it
test('a title that changes just after a policy was attached is kept as an earlier text', async () => {
  const { document, policy, attach, rename, earlierTitles } = await ownerWithCalls();
  const [id, litigation] = [await document(), await policy(hold)];

  const renamed = await interrupted(
    () => rename(id, 'Rewritten'),
    async () => expect((await attach(id, litigation)).status).toBe(200),
  );

  expect(renamed).toMatchObject({ status: 200, body: { title: 'Rewritten' } });
  expect(await earlierTitles(id)).toEqual(['Evidence']);
});

describe('an organization', () => {
  test('cannot be deleted while one of its documents is kept', async () => {
    const { document, policy, attach, detach, removeAll } = await ownerWithCalls();
    const [first, second] = [await document(), await document()];
    const litigation = await policy(hold);

    for (const id of [first, second]) await attach(id, litigation);
    expect(await removeAll()).toMatchObject(refusedBy(kept));
    await detach(second, litigation);
    expect(await removeAll()).toMatchObject(refusedBy(kept));
    await detach(first, litigation);
    expect((await removeAll()).status).toBe(200);
  });

  test.for([true, false])(
    'is kept by a policy that got its rules after it was attached (long after: %s)',
    async (isLongAgo) => {
      const { document, policy, attach, change, removeAll } = await ownerWithCalls();
      const [id, litigation] = [await document(), await policy({})];
      await attach(id, litigation);
      if (isLongAgo) await stage.catchUp();
      await change(litigation, { retain_for_days: 1 });

      expect(await removeAll()).toMatchObject(refusedBy(kept));

      await change(litigation, {});
      expect((await removeAll()).status).toBe(200);
    },
  );

  test('is not kept by a policy that is attached to no document, or whose time is over', async () => {
    const { document, policy, attach, remove, removeAll } = await ownerWithCalls();
    const [id, gone] = [await document(), await document()];
    await policy(hold, 'Another');
    await attach(id, await policy({ retain_until: new Date(Date.now() + day).toISOString() }));
    expect((await remove(gone)).status).toBe(200);
    expect(await removeAll()).toMatchObject(refusedBy(kept));

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });

    expect((await removeAll()).status).toBe(200);
  });

  test('is not removed after its deletion while one of its documents is kept', async () => {
    const { id: organization_id, document, policy, attach, change, removeAll } = await ownerWithCalls();
    const [id, litigation] = [await document(), await policy({})];
    await attach(id, litigation);
    // The rules change during the deletion, after the deletion has checked them.
    const removed = await interrupted(removeAll, async () =>
      expect((await change(litigation, hold)).status).toBe(200),
    );
    expect(removed.status).toBe(200);

    await workOffAfter(31 * day);
    expect(await keysOf(organization_id)).toContain(deletedOrganizationKey(organization_id).sk);
    expect(await partsOf(id)).toContain('DOC');

    await workOffAfter(2 * day);
    expect(await partsOf(id)).toContain('DOC');
  });
});

// Threat: The title or description of a kept document is rewritten before somebody looks at it
// Threat: A document that must be kept is deleted
test('a deleted document is not removed while it is kept, can be restored, and is removed when that ends', async () => {
  const { document, policy, attach, change, remove, restore, rename, renameVersion, earlierTitles } =
    await ownerWithCalls();
  const [id, other, litigation] = [await document(), await document(), await policy(hold)];
  for (const one of [id, other]) {
    await attach(one, litigation);
    await rename(one, 'Rewritten');
    await renameVersion(one, 'Draft');
  }
  await change(litigation, {});
  for (const one of [id, other]) await remove(one);
  await change(litigation, hold);

  await workOffAfter(31 * day);
  expect(await partsOf(id)).toContain(deletedDocumentKey(id).sk);
  expect((await restore(other)).status).toBe(200);
  expect(await earlierTitles(other)).toEqual([null, 'Evidence']);
  await workOffAfter(2 * day);
  expect(await partsOf(id)).toContain(deletedDocumentKey(id).sk);

  await change(litigation, {});
  await workOffAfter(2 * day);
  expect(await partsOf(id)).toEqual([]);
  expect(await partsOf(other)).not.toEqual([]);
});

async function workOffAfter(milliseconds: number): Promise<void> {
  await table.letTimePass(milliseconds);
  await stage.removeDue();
}

const keysIn = async (partition: string) =>
  (await table.everything()).filter(({ pk }) => pk === partition).map(({ sk }) => sk);
const partsOf = (id: DocumentId) => keysIn(documentKey(id).pk);
const keysOf = (id: OrganizationId) => keysIn(deletedOrganizationKey(id).pk);
