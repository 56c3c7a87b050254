import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import type { CallRequest } from '../support/client.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { problem } from '../support/organizations.ts';
import { addLockedPolicy, addPolicy, attach, change, ownersSession } from '../support/policies.ts';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
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
