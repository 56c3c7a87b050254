import { describe, expect, inject } from 'vitest';
import type { DocumentPolicy } from '../../shared/contract/resources/policy.ts';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
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

const list = (document_id: string, as: Actor = 'owner', query: Record<string, string> = {}) =>
  call.listDocumentPolicies({ as, path: { document_id }, query });

const attached = async (document_id: string): Promise<DocumentPolicy[]> =>
  (await list(document_id)).body.items;

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

  test('refuses a list, and a policy that does not exist or is of another organization', async ({
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

  test('keeps the list complete when others attach and detach the same policy', async ({
    uploaded: document,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? detach : attach)(document.id, policy)),
    );

    for (const { status } of answers) expect([200, 404]).toContain(status);
    const items = await attached(document.id);
    expect(items.length).toBeLessThanOrEqual(1);
    // A policy can be detached if and only if the list has it.
    const statuses = (await Promise.all([1, 2, 3].map(() => detach(document.id, policy)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(items.length);
    expect(await attached(document.id)).toEqual([]);
  });
});

test('the list has the newest attachment first, page by page', async ({ uploaded: document }) => {
  const order = [others[1] ?? '', policy, others[0] ?? ''];
  for (const id of order) await attach(document.id, id);

  const pages = await walk((query) => list(document.id, 'member', query), { limit: '2' });

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
  expect((await attach(document.id, policy)).status, 'a policy without rules does not count').toBe(200);
  expect((await attach(document.id, third)).status, 'it is attached already').toBe(200);

  // Without its rules, a policy counts until it is detached.
  await change(third, { rules: {} });
  expect(await attach(document.id, first)).toMatchObject(refused('invalid_value', 'policy_id'));
  await detach(document.id, third);
  const answers = await Promise.all([first, second].map((id) => attach(document.id, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await attached(document.id)).toHaveLength(21);
});
