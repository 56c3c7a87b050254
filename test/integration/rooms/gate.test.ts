import { expect, test } from 'vitest';
import type { CallRequest } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const { call, credentials } = await sharedStage();

test('an acceptance at the gate is an event, and readers get no lists of managers', async () => {
  const { id: organization_id, owner } = await storedOrganization();
  const as: CallRequest = { as: null, headers: (await storedApiKey(owner, { organization_id })).headers };
  await call.registerWebhook({
    ...as,
    json: { url: 'https://receiver.example/hook', events: ['policy.acknowledged'] },
  });
  const room_id = (await call.createRoom({ ...as, json: { name: 'Gated' } })).body.id;
  const form = uploadForm({ title: 'Seen', access_level: 'organization' }, await makeSmallPdf());
  const { id: document_id } = (await call.createDocument({ ...as, form })).body;
  const path = { room_id };
  const item = (await call.createRoomItems({ ...as, path, json: { kind: 'document', document_id } })).body;
  const item_id = 'id' in item ? item.id : '';
  await call.createRoomAccess({ ...as, path, json: { organization: true, item_id, level: 'view' } });
  const rules = { acknowledgement: 'I keep it to myself.' };
  const policy_id = (await call.createPolicy({ ...as, json: { name: 'NDA', rules } })).body.id;
  await call.attachRoomPolicy({ ...as, path, json: { policy_id } });
  const member = await storedMember(organization_id, 'member');
  const reader: CallRequest = {
    as: null,
    headers: (await storedApiKey(member, { organization_id })).headers,
  };
  const { headers: session } = await storedSession(member);

  const page = await fetch(`${credentials.base_url}/r/${room_id}`, {
    headers: { ...session, Accept: 'text/html' },
  });
  const [, action = ''] = /<form method="post" action="(\/r\/[^"]*)"/.exec(await page.text()) ?? [];
  const accepted = await fetch(new URL(action.replaceAll('&amp;', '&'), credentials.base_url), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...session, Origin: credentials.base_url },
  });

  expect(accepted.status).toBe(303);
  // Lists may lag behind the table.
  const items = await eventually(
    async () => (await call.listEvents({ ...as, query: { type: 'policy.acknowledged' } })).body.items,
    ({ length }) => length > 0,
  );
  expect(items.map(({ data }) => data)).toEqual([
    expect.objectContaining({ type: 'acknowledged', room_id, document_id: null, policy_id }),
  ]);
  for (const list of [call.listRoomActivity, call.listRoomReaders])
    expect((await list({ ...reader, path })).status).toBe(403);
});
