import { expect, onTestFinished, test } from 'vitest';
import type { EarlierText } from '../../shared/contract/resources/earlierText.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { activityOf } from '../support/activity.ts';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { user_ids } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, attach, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

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
