import { expect, test } from 'vitest';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

/** A reserved name, at which nothing answers (RFC 6761). */
const nowhere = 'https://receiver.example/hooks';

const { call, credentials, drain, table } = await sharedStage();

/** An attribute that a later release may add. */
const added = { added_by_a_later_release: { since: 1 } };
/** A place in the filter index that a later release may give to items without a place. */
const place = { filter_pk: 'LATER', filter_sk: 'place' };
const addedTo = (item: object) => ({ ...added, ...(!('filter_pk' in item) && place) });

test('an attribute of a later release is kept when this release replaces the item', async () => {
  const form = async () => uploadForm({ title: 'Master agreement' }, await makePdf());
  await call.registerWebhook({ json: { url: nowhere, events: ['*'] } });
  const { id: document_id } = (await call.createDocument({ form: await form() })).body;
  const created = await table.everything();
  for (const item of created)
    for (const [name, value] of Object.entries(addedTo(item))) await table.set(item, name, value);

  await drain('processing');
  await drain('events');
  const path = { document_id, version_id: (await table.versions())[0]?.id ?? '' };
  await call.updateDocument({ path, json: { title: 'Renamed' } });
  await call.updateDocumentVersion({ path, json: { title: 'Renamed' } });
  await call.createDocumentVersion({ path, form: await form() });
  await call.updateMemberRole({ path: { user_id: credentials.user_ids.member }, json: { role: 'owner' } });
  await call.createOrganization({ json: { name: 'Another' } });
  await call.registerWebhook({ json: { url: nowhere, events: ['*'] } });

  const left = await table.everything();
  const replaced = new Set<string>();
  for (const before of created) {
    const { pk, sk, revision } = before;
    const item = left.find((one) => one.pk === pk && one.sk === sk);
    expect(item, `${pk} ${sk}`).toMatchObject(addedTo(before));
    if (item?.revision !== revision) replaced.add(sk.split('#')[0] ?? '');
  }
  expect([...replaced].toSorted()).toEqual(['DOC', 'EVENT', 'MEMBER', 'ORG', 'USER', 'VERSION']);
});
