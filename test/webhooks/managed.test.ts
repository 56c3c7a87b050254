import { expect } from 'vitest';
import * as z from 'zod/mini';
import { listEvents } from '../../shared/contract/operations/events.ts';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { storedApiKey, storedMember } from '../support/people/people.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { answering, type Hook, openHook } from './hook.ts';
import { type Endpoint, Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

const documentSeen = z.looseObject({
  access_level: z.string(),
  created_by: z.looseObject({ id: z.string() }),
});

const day = 24 * 60 * 60_000;

const pathOf = ({ id }: Endpoint) => ({ webhook_id: id });

const update = async (
  organization: Organization,
  endpoint: Endpoint,
  json: unknown,
  by = organization.asOwner,
) => (await stage.call.updateWebhook({ ...by, path: pathOf(endpoint), json })).body;

async function newMember(organization: Organization, role: 'owner' | 'admin'): Promise<CallRequest> {
  const member = await storedMember(organization.id, role);
  const { headers } = await storedApiKey(member, { organization_id: organization.id });
  return { as: null, headers };
}
const newAdmin = (organization: Organization) => newMember(organization, 'admin');

test('the list of events has the delivered events, byte for byte', async ({ organization }) => {
  const endpoint = await organization.register({ events: ['*'] });
  await organization.changeUnseen();
  const title = 'Rahmenvertrag – "Wartung" \\ 佐藤 🎉 \u200b';
  await stage.call.createDocument({
    ...organization.asOwner,
    form: uploadForm({ title, access_level: 'private' }, await makePdf()),
  });
  await stage.deliver();
  await stage.catchUp();

  const { headers } = organization.asOwner;
  const url = `${stage.credentials.base_url}${listEvents.path}`;
  const text = await (await fetch(url, headers ? { headers } : {})).text();

  expect(endpoint.deliveries.length).toBeGreaterThanOrEqual(3);
  for (const delivered of endpoint.deliveries) expect(text).toContain(delivered.body);
  const newestFirst = endpoint.deliveries
    .toSorted((a, b) => (a.event.id < b.event.id ? 1 : -1))
    .map(({ body }) => body);
  expect(text.startsWith(`{"items":[${newestFirst.join(',')},`)).toBe(true);
  const { body } = await stage.call.listEvents(organization.asOwner);
  expect(JSON.stringify(body)).toBe(text);
});

test('events of a document are sent to endpoints whose registrar may read it at that time', async ({
  organization,
}) => {
  const admin = await newAdmin(organization);
  const me = (by: CallRequest) => stage.call.getMe(by).then(({ body }) => body.user.id);
  const [ownerId, adminId] = [await me(organization.asOwner), await me(admin)];
  const ofOwner = await organization.register({ events: ['document.updated'] });
  const ofAdmin = await organization.register({ events: ['document.updated'], by: admin });
  const form = uploadForm({ title: 'Mine', access_level: 'private' }, await makePdf());
  const path = { document_id: (await stage.call.createDocument({ ...admin, form })).body.id };
  const level = (access_level: string) =>
    stage.call.setDocumentAccessLevel({ ...admin, path, json: { access_level } });

  await level('organization');
  await level('private');
  await stage.catchUp();
  await stage.call.transferDocuments({
    ...(await newMember(organization, 'owner')),
    path: { user_id: adminId.replace('user_', 'usr_') },
    json: { to: ownerId.replace('user_', 'usr_') },
  });
  await stage.deliver();
  await stage.catchUp();

  const shared = ['organization', adminId];
  const expected = {
    owner: [shared, ['private', ownerId]],
    admin: [shared, ['private', adminId]],
  };
  const shown = (events: readonly { readonly id: string; readonly data: object }[]) =>
    events
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ data }) => z.parse(documentSeen, data))
      .map(({ access_level, created_by }) => [access_level, created_by.id]);
  const delivered = ({ deliveries }: Endpoint) => shown(deliveries.map(({ event }) => event));
  const listed = async (by: CallRequest) =>
    shown((await stage.call.listEvents({ ...by, query: { type: 'document.updated' } })).body.items);
  expect({ owner: delivered(ofOwner), admin: delivered(ofAdmin) }).toEqual(expected);
  expect({ owner: await listed(organization.asOwner), admin: await listed(admin) }).toEqual(expected);
});

test('an endpoint gets missed events when it is enabled again and a resend is requested', async ({
  organization,
  endpoint,
}) => {
  const other = await organization.register({ events: ['webhook.disabled'] });
  await update(organization, endpoint, { enabled: false });
  const missed = [await organization.change(), await organization.change()];
  await stage.deliver();
  expect(endpoint.receiver.connections).toBe(0);
  expect(other.deliveries.map(({ event }) => event.data)).toMatchObject([
    { id: endpoint.id, state: 'disabled', disabled_reason: 'request' },
  ]);

  await update(organization, endpoint, { enabled: true });
  await stage.deliver();
  expect(endpoint.receiver.connections).toBe(0);
  const since = new Date(Date.now() - 60_000).toISOString();
  const resend = { ...organization.asOwner, path: pathOf(endpoint), json: { since } };
  expect((await stage.call.resendWebhookDeliveries(resend)).body.resent_deliveries).toBe(2);
  await stage.deliver();

  expect(endpoint.deliveries.map(({ event }) => event.id)).toEqual(missed);
});

test('an endpoint that was deleted gets no pending deliveries, and no work for it is due', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  endpoint.answer = answering(500);
  await organization.changeAndDeliver();
  await organization.changeUnseen();
  const asked = { ...organization.asOwner, path: pathOf(endpoint) };
  expect((await stage.call.getWebhook(asked)).body.pending_deliveries).toBe(1);

  await stage.call.deleteWebhook(asked);
  await stage.passTime(day);

  expect(endpoint.receiver.received).toHaveLength(1);
  const lanes = (await stage.table.everything()).filter(({ sk }) => sk === 'LANE');
  expect(lanes.map(({ webhook_id }) => webhook_id)).not.toContain(endpoint.id);
});

test('messages for workers of a slow endpoint go to the queue for slow endpoints, and others do not', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  const event_id = await organization.changeAndDeliver();
  const asked = { ...organization.asOwner, path: pathOf(endpoint) };
  const again = { ...asked, path: { ...asked.path, event_id } };
  const since = { since: new Date(Date.now() - 60_000).toISOString(), all: true };
  // The queues can also have messages for endpoints of other tests.
  const called = async (queue: 'deliveries' | 'slowDeliveries') =>
    (await stage.take(queue)).filter((body) => JSON.parse(body).webhook_id === endpoint.id);
  const lane = { pk: `WEBHOOK#${endpoint.id.slice('whk_'.length)}`, sk: 'LANE' };

  for (const ask of [
    () => stage.call.testWebhook(asked),
    () => stage.call.resendWebhookDelivery(again),
    () => stage.call.resendWebhookDeliveries({ ...asked, json: since }),
  ])
    for (const isSlow of [true, false]) {
      const [queue, other] = isSlow
        ? (['slowDeliveries', 'deliveries'] as const)
        : (['deliveries', 'slowDeliveries'] as const);
      await stage.table.set(lane, 'is_slow', isSlow);
      expect((await ask()).status).toBe(200);
      expect(await called(other)).toEqual([]);
      const messages = await called(queue);
      expect(messages).toHaveLength(1);
      await stage.work(queue, messages);
    }

  expect(endpoint.deliveries.length).toBeGreaterThanOrEqual(7);
});

const [policyId = ''] = stage.credentials.policy_ids;

/** Registers a hook in the seeded organization of an actor. */
async function registered(as: Actor, ...events: string[]): Promise<Hook> {
  const hook = await openHook();
  const { body } = await stage.call.registerWebhook({ as, json: { url: hook.url, events } });
  hook.secrets = [body.secret];
  return hook;
}

async function upload(as: Actor, fields: Readonly<Record<string, string>> = {}): Promise<Document> {
  const form = uploadForm({ title: 'Rahmenvertrag', ...fields }, await makePdf());
  return (await stage.call.createDocument({ as, form })).body;
}

const updateDocument = async (as: Actor, { id }: Document, json: Readonly<Record<string, string>>) =>
  (await stage.call.updateDocument({ as, path: { document_id: id }, json })).body;

const typesOf = ({ deliveries }: Hook) => deliveries.map(({ event }) => event.type).toSorted();

test('an endpoint gets the events to which it subscribes, in its own organization', async () => {
  const updates = await registered('owner', 'document.updated');
  const several = await registered('admin', 'policy.attached', 'document.created');
  const everything = await registered('owner', '*');
  const tests = await registered('owner', 'webhook.test');
  const elsewhere = await registered('outsider', '*');

  const document = await upload('member');
  await stage.deliver();
  await updateDocument('admin', document, { title: 'Umbenannt' });
  const path = { document_id: document.id };
  const attached = await stage.call.attachDocumentPolicy({ path, json: { policy_id: policyId } });
  expect(attached.status).toBe(200);
  await stage.deliver();

  expect(typesOf(updates)).toEqual(['document.updated']);
  expect(typesOf(several)).toEqual(['document.created', 'policy.attached']);
  const all = ['document.created', 'document.updated', 'policy.attached', 'version.created'];
  expect(typesOf(everything)).toEqual(all);
  expect(tests.receiver.connections).toBe(0);
  expect(elsewhere.receiver.connections).toBe(0);
});
