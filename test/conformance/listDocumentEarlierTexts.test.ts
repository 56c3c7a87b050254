import { describe, expect, onTestFinished, test } from 'vitest';
import type { EarlierText } from '../../shared/contract/resources/earlierText.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { activityOf } from '../support/activity.ts';
import type { Actor } from '../support/client.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { user_ids } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, attach, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

const memberId = user_ids.member.replace('usr_', 'user_');

const rename = (document_id: string, json: object, as: Actor = 'member') =>
  call.updateDocument({ as, path: { document_id }, json });
const earlierTexts = async (document_id: string, as: Actor = 'member'): Promise<EarlierText[]> =>
  (await call.listDocumentEarlierTexts({ as, path: { document_id } })).body.items;

/**
 * Makes a document as the member, and attaches a policy with these rules. The policy has no rules any more after the test, because an
 * organization with a kept document cannot be deleted.
 */
async function withPolicy(rules: Rules, fields: Readonly<Record<string, string>> = {}) {
  const document = await upload({ as: 'member', fields });
  const policy = await addPolicy(undefined, {}, rules);
  await attach(document.id, policy.id, 'member');
  onTestFinished(async () => void (await change(policy.id, { rules: {} })));
  const { body } = await call.listDocumentVersions({ as: 'member', path: { document_id: document.id } });
  return { document_id: document.id, version_id: body.items[0]?.id ?? '', policy_id: policy.id };
}

describe('while a policy retains a document', () => {
  // Threat: The title or description of a kept document is rewritten before somebody looks at it
  test.for<[string, Rules]>([
    ['by a legal hold', { legal_hold: true }],
    ['until a date', { retain_until: new Date(Date.now() + 3_600_000).toISOString() }],
    ['for days', { retain_for_days: 1 }],
  ])('%s, each change stores the earlier text of the document and of its versions', async ([, rules]) => {
    const { document_id, version_id, policy_id } = await withPolicy(rules, {
      title: 'First',
      description: 'As signed',
    });
    const path = { document_id, version_id };
    const changeVersion = (json: object) => call.updateDocumentVersion({ as: 'member', path, json });

    await rename(document_id, { title: 'Second' }, 'owner');
    await rename(document_id, { description: null });
    await rename(document_id, { title: 'Second' });
    await changeVersion({ title: 'Draft', description: 'Not final' });
    await changeVersion({ title: null });

    const before = [
      { version_id, title: 'Draft', description: 'Not final' },
      { version_id, title: null, description: null },
      { version_id: null, title: 'Second', description: 'As signed' },
      { version_id: null, title: 'First', description: 'As signed' },
    ];
    const found = await earlierTexts(document_id);
    expect(found).toMatchObject(before);
    expect(found.map(({ replaced_by }) => replaced_by.id === memberId)).toEqual([true, true, true, false]);
    const changes = (await activityOf(document_id, 'member')).filter(({ type }) => type.endsWith('.updated'));
    expect(found.map(({ id, replaced_at }) => [id, replaced_at])).toEqual(
      changes.filter(({ actor }) => actor).map(({ id, created_at }) => [id, created_at]),
    );

    await change(policy_id, { rules: {} });
    await rename(document_id, { title: 'Third' });
    await changeVersion({ description: null });
    expect(await earlierTexts(document_id)).toEqual(found);
  });
});

test('without a policy that retains the document, a change stores no earlier text', async () => {
  const { document_id, version_id } = await withPolicy({
    retain_until: new Date(Date.now() - 3_600_000).toISOString(),
    require_sign_in: true,
  });
  const { id } = await addPolicy();
  await attach(document_id, id);

  await rename(document_id, { title: 'Second' });
  const path = { document_id, version_id };
  await call.updateDocumentVersion({ as: 'member', path, json: { title: 'Second' } });

  expect(await earlierTexts(document_id)).toEqual([]);
});

describe('earlier texts', () => {
  test('are listed in pages, latest change first', async () => {
    const { document_id } = await withPolicy({ legal_hold: true }, { title: '0' });
    for (const title of ['1', '2', '3']) await rename(document_id, { title });

    const pages = await walk((query) =>
      call.listDocumentEarlierTexts({ path: { document_id }, query: { limit: '2', ...query } }),
    );

    expect(pages.map(({ items }) => items.map(({ title }) => title))).toEqual([['2', '1'], ['0']]);
  });

  // Threat: The title or description of a kept document is rewritten before somebody looks at it
  test.for<[string, Partial<Record<Actor, 200 | 403 | 404>>]>([
    ['organization', { owner: 200, admin: 200, member: 200, service_account: 403, outsider: 404 }],
    ['private', { owner: 404, admin: 404, member: 200, service_account: 404, outsider: 404 }],
  ])('of a document (%s) are shown to people who manage it', async ([access_level, statuses]) => {
    const { document_id } = await withPolicy({ legal_hold: true }, { access_level });
    await rename(document_id, { title: uniqueTitle('Second') });

    for (const [as, status] of Object.entries(statuses) as [Actor, number][])
      expect(
        (await call.listDocumentEarlierTexts({ as, path: { document_id } })).status,
        `status for ${as}`,
      ).toBe(status);
    const nobody = await call.listDocumentEarlierTexts({ as: null, path: { document_id } });
    expect(nobody).toMatchObject(refused('missing_api_key'));
  });
});
