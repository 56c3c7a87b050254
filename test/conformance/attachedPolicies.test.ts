import { describe, expect, inject } from 'vitest';
import type { DocumentPolicy } from '../../shared/contract/resources/policy.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, change, unknownPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const policies = inject('credentials').policy_ids;
const [policy = '', ...others] = policies;
const notFound = refused('resource_not_found', 'policy_id');

const attach = (document_id: string, policy_id: string, as: Actor = 'owner') =>
  call.attachDocumentPolicy({ as, path: { document_id }, json: { policy_id } });

const detach = (document_id: string, policy_id: string, as: Actor = 'owner') =>
  call.detachDocumentPolicy({ as, path: { document_id, policy_id } });

const policiesOfDocument = (document_id: string, as: Actor = 'owner', query: Record<string, string> = {}) =>
  call.listDocumentPolicies({ as, path: { document_id }, query });

const attached = async (document_id: string): Promise<DocumentPolicy[]> =>
  (await policiesOfDocument(document_id)).body.items;

describe('attachDocumentPolicy', () => {
  test('attaches a policy once, and shows the person and the time', async () => {
    const document = await upload({ as: 'member' });

    const { body } = await attach(document.id, policy, 'member');

    expect(body).toMatchObject({
      document_id: document.id,
      policy: { id: policy },
      attached_by: document.created_by,
    });
    expect(Date.parse(body.attached_at)).toBeGreaterThanOrEqual(Date.parse(document.created_at));
    expect((await attach(document.id, policy, 'admin')).body).toEqual(body);
    expect(await attached(document.id)).toEqual([body]);
  });

  test('refuses a policiesOfDocument, and a policy that does not exist or is of another organization', async ({
    uploaded: { id },
  }) => {
    const aList = await call.attachDocumentPolicy({ path: { document_id: id }, json: [policy] });
    expect(aList).toMatchObject(refused('invalid_json', null));
    expect(await attach(id, unknownPolicy)).toMatchObject(notFound);
    expect(await attached(id)).toEqual([]);
    for (const as of ['outsider', 'newcomer'] as const)
      expect(await attach((await upload({ as })).id, policy, as)).toMatchObject(notFound);
  });
});

describe('detachDocumentPolicy', () => {
  test('detaches, and the policy can be attached again', async ({ uploaded: document }) => {
    for (const id of [policy, unknownPolicy]) expect(await detach(document.id, id)).toMatchObject(notFound);
    const first = await attach(document.id, policy);

    expect((await detach(document.id, policy)).body).toEqual({});

    expect(await attached(document.id)).toEqual([]);
    const again = await attach(document.id, policy);
    expect(Date.parse(again.body.attached_at)).toBeGreaterThanOrEqual(Date.parse(first.body.attached_at));
  });

  test('keeps the policiesOfDocument complete when others attach and detach the same policy', async ({
    uploaded: document,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? detach : attach)(document.id, policy)),
    );

    for (const { status } of answers) expect([200, 404]).toContain(status);
    const items = await attached(document.id);
    expect(items.length).toBeLessThanOrEqual(1);
    // A policy can be detached if and only if the policiesOfDocument has it.
    const statuses = (await Promise.all([1, 2, 3].map(() => detach(document.id, policy)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(items.length);
    expect(await attached(document.id)).toEqual([]);
  });
});

test('the policiesOfDocument has the newest attachment first, page by page', async ({
  uploaded: document,
}) => {
  const order = [others[1] ?? '', policy, others[0] ?? ''];
  for (const id of order) await attach(document.id, id);

  const pages = await walk((query) => policiesOfDocument(document.id, 'member', query), { limit: '2' });

  expect(pages.map(({ items }) => items.length)).toEqual([2, 1]);
  expect(pages.flatMap(({ items }) => items).map((item) => item.policy.id)).toEqual(order.toReversed());
  expect(pages.at(-1)?.pagination).toEqual({ next_cursor: '', has_more: false });
});

test('policies of a document are on its entry page, and a change of them makes a new one', async ({
  uploaded: document,
}) => {
  const key = async () => {
    const { body } = await call.generateDocumentEntryPage({ path: { document_id: document.id } });
    return new URL(body.download_url).pathname;
  };
  const without = await key();
  const { id } = await addPolicy();
  await attach(document.id, id);
  const keys = [without, await key()];
  await change(id, { rules: { watermark: true } });
  keys.push(await key());
  await detach(document.id, id);

  expect(new Set(keys).size).toBe(3);
  expect(await key()).toBe(without);
});

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('policies with rules are limited to 20 for a document, also by requests at the same time', async ({
  uploaded: document,
}) => {
  // Adds the policies one after the other, because each addition changes the item with the names of the organization's policies.
  const ruled: string[] = [];
  for (let count = 0; count < 22; count++)
    ruled.push((await addPolicy(undefined, {}, { expires_after_days: 30 })).id);
  const [first = '', second = '', third = ''] = ruled;
  for (const id of ruled.slice(2)) expect((await attach(document.id, id)).status).toBe(200);

  expect(await attach(document.id, first)).toMatchObject(refused('invalid_value', 'policy_id'));
  expect(await attached(document.id)).toHaveLength(20);
  const { id: label } = await addPolicy();
  expect((await attach(document.id, label)).status, 'a policy without rules does not count').toBe(200);
  expect((await attach(document.id, third)).status, 'it is attached already').toBe(200);

  // Without its rules, a policy counts until it is detached.
  await change(third, { rules: {} });
  expect(await attach(document.id, first)).toMatchObject(refused('invalid_value', 'policy_id'));
  await detach(document.id, third);
  const answers = await Promise.all([first, second].map((id) => attach(document.id, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await attached(document.id)).toHaveLength(21);
});

const documentsOf = (policy_id: string, query: Record<string, string> = {}, more: CallRequest = {}) =>
  call.listPolicyDocuments({ path: { policy_id }, query, ...more });

/** Waits until the documentsOf, which lags behind, has `count` items. */
const listed = (policy_id: string, count: number, as: Actor = 'owner'): Promise<DocumentPolicy[]> =>
  eventually(
    async () => (await documentsOf(policy_id, { limit: '100' }, { as })).body.items,
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
    const pages = await walk((query) => documentsOf(id, query), { limit: '2' });
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
    const pages = await walk((query) => documentsOf(id, query), { limit: '1' });
    expect(pages.map(({ items }) => items.length)).toEqual([0, 0, 1]);
  });
});

test('documents are not listed for a cursor of another policy', async () => {
  const [one, other] = [await addPolicy(), await addPolicy()];
  for (const document of [await upload(), await upload()]) await attach(document.id, one.id);
  await listed(one.id, 2);
  const cursor = (await documentsOf(one.id, { limit: '1' })).body.pagination.next_cursor;

  expect(await documentsOf(other.id, { cursor })).toMatchObject(problem(400));
});
