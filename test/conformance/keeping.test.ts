import { describe, expect, onTestFinished, test } from 'vitest';
import type { EarlierText } from '../../shared/contract/resources/earlierText.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { activityOf } from '../support/activity.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { problem, user_ids } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addLockedPolicy, addPolicy, attach, change, ownersSession } from '../support/policies.ts';
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

const days = (count: number) => inSeconds(count * 86_400);
/**
 * Rules of policies that no document has, so a lock of a day does no harm. Nobody can detach a locked policy, so tests lock policies of
 * documents for seconds only.
 */
const locked = { retain_until: days(1), locked: true } satisfies Rules;

const shown = async (policy_id: string) => (await call.getPolicy({ path: { policy_id } })).body;

describe('a policy is locked by an owner with a session, who repeats its name', () => {
  test('at its creation and by a change', async () => {
    const name = uniqueTitle('Ledgers');
    const json = { name, rules: locked, confirm: name };

    const created = await call.createPolicy({ ...ownersSession, json });
    const policy = await addPolicy(undefined, {}, { retain_for_days: 3650 });
    const rules = { retain_for_days: 3650, locked: true };
    const changed = await change(policy.id, { rules, confirm: policy.name }, ownersSession);

    expect(created).toMatchObject({ status: 201, body: { name, rules: locked } });
    expect(changed).toMatchObject({ status: 200, body: { rules } });
    for (const { id } of [created.body, policy]) await change(id, { rules: {} }, ownersSession);
  });

  const wrong: readonly (readonly [
    what: string,
    given: { rules?: Rules; confirm?: string | null; by?: CallRequest },
    expected: (confirm: string | undefined, rules: Rules) => object,
  ])[] = [
    ['by an admin', { by: { as: 'admin' } }, () => problem(403)],
    ['by the API key of an owner', { by: { as: 'owner' } }, () => problem(403)],
    ['without the name', { confirm: null }, () => problem(400)],
    ['with another name', { confirm: 'Another' }, (confirm) => problem(422, ['body.confirm', confirm])],
    [
      'until a date too far ahead',
      { rules: { retain_until: days(3651), locked: true } },
      (_, rules) => problem(422, ['body.rules', rules]),
    ],
    [
      'beside a legal hold',
      { rules: { legal_hold: true, locked: true } },
      (_, rules) => problem(422, ['body.rules', rules]),
    ],
  ];
  // Threat: An admin, a key or a mistake locks documents for a hundred years
  test.for(wrong)('but not %s', async ([, { rules = locked, confirm, by = ownersSession }, expected]) => {
    const policy = await addPolicy(undefined, {}, { watermark: true });
    const name = uniqueTitle('Books');
    const repeated = (its: string) => (confirm === null ? undefined : (confirm ?? its));

    const created = await call.createPolicy({ ...by, json: { name, rules, confirm: repeated(name) } });
    const changed = await change(policy.id, { rules, confirm: repeated(policy.name) }, by);

    expect(created).toMatchObject(expected(repeated(name), rules));
    expect(changed).toMatchObject(expected(repeated(policy.name), rules));
    expect(await shown(policy.id)).toEqual(policy);
  });
});

// Threat: An admin, a key or a mistake locks documents for a hundred years
test('an owner with a session removes a lock and its retention within a day', async () => {
  const policy = await addLockedPolicy(locked);
  const document = await upload({ as: 'member' });
  await attach(document.id, policy.id, 'member');
  const path = { document_id: document.id, policy_id: policy.id };
  const rules = { retain_until: locked.retain_until };

  for (const as of ['owner', 'admin'] as const) {
    const refused = await change(policy.id, { rules }, { as });
    expect(refused).toMatchObject(problem(403));
    expect(refused.problem?.detail).toContain('is locked');
  }
  expect(
    await change(policy.id, { rules: { ...locked, retain_until: days(0.5) } }, ownersSession),
  ).toMatchObject(problem(403));
  expect((await call.detachDocumentPolicy({ ...ownersSession, path })).status).toBe(403);
  // Only an owner with a session retains longer under a lock, and repeats the name.
  const longer = { ...locked, retain_until: days(2) };
  for (const as of ['admin', 'owner'] as const)
    expect(await change(policy.id, { rules: longer, confirm: policy.name }, { as })).toMatchObject(
      problem(403),
    );
  expect(await change(policy.id, { rules: longer }, ownersSession)).toMatchObject(problem(400));

  expect(await change(policy.id, { rules }, ownersSession)).toMatchObject({ status: 200, body: { rules } });
  expect((await call.detachDocumentPolicy({ path })).status).toBe(200);
});

const memberId = user_ids.member.replace('usr_', 'user_');

/**
 * Makes a document as the member, with a policy, and calls about it. The policy has no rules any more after the test, because an organization
 * with a kept document cannot be deleted.
 */
async function withPolicy(rules: Rules, access_level = 'organization') {
  const fields = { title: 'First', description: 'As signed', access_level };
  const { id: document_id } = await upload({ as: 'member', fields });
  const { id: policy_id } = await addPolicy(undefined, {}, rules);
  await attach(document_id, policy_id, 'member');
  onTestFinished(async () => void (await change(policy_id, { rules: {} })));
  const path = { document_id };
  const { items } = (await call.listDocumentVersions({ as: 'member', path })).body;
  const version_id = items[0]?.id ?? '';
  return {
    path,
    version_id,
    policy_id,
    rename: (json: object, as: Actor = 'member') => call.updateDocument({ as, path, json }),
    changeVersion: (json: object) =>
      call.updateDocumentVersion({ as: 'member', path: { ...path, version_id }, json }),
    earlierTexts: async (): Promise<EarlierText[]> =>
      (await call.listDocumentEarlierTexts({ as: 'member', path })).body.items,
  };
}

// Threat: The title or description of a kept document is rewritten before somebody looks at it
test('while a policy retains a document, each change stores the earlier text of it and of its versions', async () => {
  const { path, version_id, policy_id, rename, changeVersion, earlierTexts } = await withPolicy({
    retain_for_days: 1,
  });

  await rename({ title: 'Second' }, 'owner');
  await rename({ description: null });
  await rename({ title: 'Second' });
  await changeVersion({ title: 'Draft', description: 'Not final' });
  await changeVersion({ title: null });

  const found = await earlierTexts();
  expect(found).toMatchObject([
    { version_id, title: 'Draft', description: 'Not final' },
    { version_id, title: null, description: null },
    { version_id: null, title: 'Second', description: 'As signed' },
    { version_id: null, title: 'First', description: 'As signed' },
  ]);
  expect(found.map(({ replaced_by }) => replaced_by.id === memberId)).toEqual([true, true, true, false]);
  const changes = (await activityOf(path.document_id, 'member')).filter(
    ({ type, actor }) => type.endsWith('.updated') && actor,
  );
  expect(found.map(({ id, replaced_at }) => [id, replaced_at])).toEqual(
    changes.map(({ id, created_at }) => [id, created_at]),
  );
  const pages = await walk((query) => call.listDocumentEarlierTexts({ path, query }), { limit: '3' });
  expect(pages.map(({ items }) => items)).toEqual([found.slice(0, 3), found.slice(3)]);

  await change(policy_id, { rules: {} });
  await rename({ title: 'Third' });
  await changeVersion({ description: null });
  expect(await earlierTexts()).toEqual(found);
});

test('without a policy that retains the document, a change stores no earlier text', async () => {
  const retain_until = new Date(Date.now() - 3_600_000).toISOString();
  const { rename, changeVersion, earlierTexts } = await withPolicy({ retain_until, require_sign_in: true });

  await rename({ title: 'Second' });
  await changeVersion({ title: 'Second' });

  expect(await earlierTexts()).toEqual([]);
});

// Threat: The title or description of a kept document is rewritten before somebody looks at it
test.for<[string, Partial<Record<Actor, 200 | 403 | 404>>]>([
  ['organization', { owner: 200, admin: 200, member: 200, service_account: 403, outsider: 404 }],
  ['private', { owner: 404, admin: 404, member: 200, service_account: 404, outsider: 404 }],
])('earlier texts of a document (%s) are shown to people who manage it', async ([access_level, statuses]) => {
  const { path } = await withPolicy({ legal_hold: true }, access_level);

  for (const [as, status] of Object.entries(statuses) as [Actor, number][])
    expect((await call.listDocumentEarlierTexts({ as, path })).status, `status for ${as}`).toBe(status);
  expect(await call.listDocumentEarlierTexts({ as: null, path })).toMatchObject(refused('missing_api_key'));
});
