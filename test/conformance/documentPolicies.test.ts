import { describe, expect, inject } from 'vitest';
import type { DocumentPolicy } from '../../shared/contract/resources/policy.ts';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const policies = inject('credentials').policy_ids;
const [policy = '', ...others] = policies;
const unknownPolicy = 'pol_00000000000000000000000000';

const attach = (document_id: string, policy_id: string, as: Actor = 'owner') =>
  call.attachDocumentPolicy({ as, path: { document_id }, json: { policy_id } });

const detach = (document_id: string, policy_id: string, as: Actor = 'owner') =>
  call.detachDocumentPolicy({ as, path: { document_id, policy_id } });

const list = (document_id: string, as: Actor = 'owner', query: Record<string, string> = {}) =>
  call.listDocumentPolicies({ as, path: { document_id }, query });

const attached = async (document_id: string, as: Actor = 'owner'): Promise<DocumentPolicy[]> =>
  (await list(document_id, as)).body.items;

describe('attachDocumentPolicy', () => {
  test('attaches a policy, and shows the person and the time', async () => {
    const document = await upload({ as: 'member' });

    const { body } = await attach(document.id, policy, 'member');

    expect(body).toMatchObject({
      document_id: document.id,
      policy: { id: policy },
      attached_by: document.created_by,
    });
    expect(Date.parse(body.attached_at)).toBeGreaterThanOrEqual(Date.parse(document.created_at));
    await expect(attached(document.id)).resolves.toEqual([body]);
  });

  test('changes nothing when the policy is attached already', async ({ uploaded: document }) => {
    const first = await attach(document.id, policy);

    const second = await attach(document.id, policy, 'admin');

    expect(second.body).toEqual(first.body);
    await expect(attached(document.id)).resolves.toEqual([first.body]);
  });

  test('attaches once, also by many requests at the same time', async ({ uploaded: document }) => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => attach(document.id, policy)));

    const [only] = await attached(document.id);
    for (const { body } of answers) expect(body).toEqual(only);
    await expect(attached(document.id)).resolves.toHaveLength(1);
  });

  test.for([
    ['a policy that does not exist', { policy_id: unknownPolicy }, 'resource_not_found', 'policy_id'],
    ['an unknown field', { policy_id: policy, colour: 'red' }, 'unknown_field', 'colour'],
    ['a list', [policy], 'invalid_json', null],
  ] as const)('refuses %s and attaches nothing', async ([, json, code, param], { uploaded: document }) => {
    const answer = await call.attachDocumentPolicy({ path: { document_id: document.id }, json });

    expect(answer).toMatchObject(refused(code, param));
    await expect(attached(document.id)).resolves.toEqual([]);
  });

  test('does not find policies of another organization', async () => {
    const document = await upload({ as: 'outsider' });

    expect(await attach(document.id, policy, 'outsider')).toMatchObject(
      refused('resource_not_found', 'policy_id'),
    );
  });

  test('answers 404 for any policy to a person without an organization', async () => {
    const document = await upload({ as: 'newcomer' });

    expect(await attach(document.id, policy, 'newcomer')).toMatchObject(
      refused('resource_not_found', 'policy_id'),
    );
  });
});

describe('detachDocumentPolicy', () => {
  test('detaches, and the policy can be attached again', async ({ uploaded: document }) => {
    const first = await attach(document.id, policy);

    expect((await detach(document.id, policy)).body).toEqual({});

    await expect(attached(document.id)).resolves.toEqual([]);
    const again = await attach(document.id, policy);
    expect(Date.parse(again.body.attached_at)).toBeGreaterThanOrEqual(Date.parse(first.body.attached_at));
  });

  test.for([policy, unknownPolicy])('does not find a policy that is not attached: %s', async (policy_id) => {
    const document = await upload();

    expect(await detach(document.id, policy_id)).toMatchObject(refused('resource_not_found', 'policy_id'));
  });

  test('succeeds for one of many requests at the same time', async ({ uploaded: document }) => {
    await attach(document.id, policy);

    const answers = await Promise.all(Array.from({ length: 8 }, () => detach(document.id, policy)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7);
    await expect(attached(document.id)).resolves.toEqual([]);
  });

  test('keeps the list complete when others attach and detach the same policy', async () => {
    const document = await upload();

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? detach : attach)(document.id, policy)),
    );

    for (const { status } of answers) expect([200, 404]).toContain(status);
    const items = await attached(document.id);
    expect(items.length).toBeLessThanOrEqual(1);
    // A policy can be detached if and only if the list has it.
    expect((await detach(document.id, policy)).status).toBe(items.length === 1 ? 200 : 404);
  });
});

describe('listDocumentPolicies', () => {
  test('lists newest attachment first, page by page', async ({ uploaded: document }) => {
    const order = [others[1] ?? '', policy, others[0] ?? ''];
    for (const id of order) await attach(document.id, id);

    const pages = await walk((query) => list(document.id, 'member', query), { limit: '2' });

    expect(pages.map(({ items }) => items.length)).toEqual([2, 1]);
    expect(pages.flatMap(({ items }) => items).map((item) => item.policy.id)).toEqual(order.toReversed());
    expect(pages.at(-1)?.pagination).toEqual({ next_cursor: '', has_more: false });
  });

  test('refuses a cursor of another document', async () => {
    const [one, other] = [await upload(), await upload()];
    for (const id of policies) await attach(one.id, id);
    const { body } = await list(one.id, 'owner', { limit: '1' });

    const answer = await list(other.id, 'owner', { cursor: body.pagination.next_cursor });

    expect(answer).toMatchObject(refused('invalid_cursor', 'cursor'));
  });
});

describe('policies of a document', () => {
  test('are on its entry page, and a change of them makes a new one', async ({ uploaded: document }) => {
    const key = async () => {
      const { body } = await call.generateDocumentEntryPage({ path: { document_id: document.id } });
      return new URL(body.download_url).pathname;
    };
    const without = await key();
    await attach(document.id, policy);
    const withPolicy = await key();
    await detach(document.id, policy);

    expect(withPolicy).not.toBe(without);
    await expect(key()).resolves.toBe(without);
  });
});

describe('policies with rules', () => {
  // Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
  test('are limited to 20 for a document, also by requests at the same time', async () => {
    const document = await upload();
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
});
