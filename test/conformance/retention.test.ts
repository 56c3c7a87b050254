import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { addLockedPolicy, addPolicy, attach, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

const remove = (document_id: string, as: Actor = 'owner') =>
  call.deleteDocument({ as, path: { document_id } });
const detach = (document_id: string, policy_id: string, as: Actor = 'owner') =>
  call.detachDocumentPolicy({ as, path: { document_id, policy_id } });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Makes a document as the member, with an attached policy. */
async function kept(rules: Rules) {
  const add = rules.locked ? addLockedPolicy(rules) : addPolicy(undefined, {}, rules);
  const [policy, document] = [await add, await upload({ as: 'member' })];
  const { body: attachment } = await attach(document.id, policy.id);
  return { policy, document, attachment };
}

const people = ['owner', 'admin', 'member'] as const;
const forbidden = (policy: { readonly name: string }, what: string) => ({
  ...refused('insufficient_permissions'),
  error: {
    ...refused('insufficient_permissions').error,
    message: expect.stringMatching(new RegExp(`^The policy "${policy.name}".*${what}`)),
  },
});
const problemOf = (policy: { readonly name: string }, what: string) => ({
  status: 403,
  problem: { detail: expect.stringMatching(new RegExp(`^The policy "${policy.name}".*${what}`)) },
});

// Threat: A document that must be kept is deleted
test.for<{ what: string; rules: Rules; until: string }>([
  {
    what: 'before a date',
    rules: { retain_until: '2036-01-31T09:30:00+01:00' },
    until: 'until 2036-01-31T08:30:00.000Z',
  },
  { what: 'for days from its attachment', rules: { retain_for_days: 2 }, until: 'until ' },
])('a document cannot be deleted $what, and the answer names the policy', async ({ rules, until }) => {
  const { policy, document, attachment } = await kept(rules);
  const end =
    rules.retain_for_days === undefined
      ? until
      : until + new Date(Date.parse(attachment.attached_at) + 2 * 86_400_000).toISOString();

  for (const as of people) expect(await remove(document.id, as)).toMatchObject(forbidden(policy, end));
  expect((await call.getDocument({ path: { document_id: document.id } })).status).toBe(200);

  await change(policy.id, { rules: {} });
  expect((await remove(document.id, 'member')).status).toBe(200);
});

describe('a policy that retains a document', () => {
  // Threat: A document that must be kept is deleted
  test('is detached by owners only', async () => {
    const { policy, document } = await kept({ legal_hold: true });

    for (const as of ['admin', 'member'] as const)
      expect(await detach(document.id, policy.id, as)).toMatchObject(forbidden(policy, 'Only owners'));
    const { body } = await call.listDocumentPolicies({ path: { document_id: document.id } });
    expect(body.items).toHaveLength(1);
    expect((await detach(document.id, policy.id)).status).toBe(200);
  });

  // Threat: A document that must be kept is deleted
  test.for<{ what: string; rules: Rules; next: Rules }>([
    { what: 'an end of a legal hold', rules: { legal_hold: true }, next: { legal_hold: false } },
    { what: 'fewer days', rules: { retain_for_days: 2 }, next: { retain_for_days: 1 } },
  ])('is loosened by owners only: $what', async ({ rules, next }) => {
    const policy = await addPolicy(undefined, {}, rules);

    const stricter = await change(policy.id, { rules: { ...rules, watermark: true } }, { as: 'admin' });
    expect(stricter.status).toBe(200);
    const byAdmin = await change(policy.id, { rules: next }, { as: 'admin' });

    expect(byAdmin).toMatchObject(problemOf(policy, 'only owners'));
    expect((await call.getPolicy({ path: { policy_id: policy.id } })).body).toEqual(stricter.body);
    expect(await change(policy.id, { rules: next })).toMatchObject({ status: 200, body: { rules: next } });
  });

  // Threat: A document that must be kept is deleted
  test('is loosened by nobody while it is locked, but can be renamed and archived', async () => {
    // The lock is for a few seconds only, because nobody can detach a locked policy before its end.
    const rules: Rules = { retain_until: inSeconds(8), locked: true };
    const { policy, document } = await kept(rules);

    expect(await detach(document.id, policy.id)).toMatchObject(forbidden(policy, 'is locked'));
    for (const next of [{}, { ...rules, locked: false }, { ...rules, retain_until: inSeconds(-1) }])
      expect(await change(policy.id, { rules: next })).toMatchObject(problemOf(policy, 'is locked'));
    expect((await change(policy.id, { archived: true, rules })).status).toBe(200);
    expect(await remove(document.id)).toMatchObject(forbidden(policy, 'until'));
  });
});
