import { describe, expect, test } from 'vitest';
import type { ActType } from '../../../shared/contract/actTypes.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { operations } from '../../../shared/contract/operations.ts';
import { activityList } from '../../../shared/data/activity/activity.ts';
import { sessionName } from '../../../shared/http/sessionCookie.ts';
import { storedApiKey, storedOrganization, storedSession } from '../../support/people/people.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { changes, operationOf } from '../events/changes.ts';
import { stage } from '../events/service.ts';

const { call, table } = stage;

interface Acting {
  readonly id: OrganizationId;
  readonly headers: Readonly<Record<string, string>>;
}

const register = async ({ headers }: Acting) => {
  const json = { url: 'https://203.0.113.10/hook', events: ['*'] };
  return (await call.registerWebhook({ as: null, headers, json })).body.id;
};
const invite = async ({ headers }: Acting) => {
  const json = { email: 'guest@guests.example', role: 'member' };
  return (await call.createInvitation({ as: null, headers, json })).body.id;
};
const addAccount = async ({ headers }: Acting) => {
  const json = { name: 'Importer', role: 'member' };
  return (await call.createServiceAccount({ as: null, headers, json })).body.id;
};
const testDelivery = async (acting: Acting) => {
  const webhook_id = await register(acting);
  const { headers } = acting;
  const { body } = await call.testWebhook({ as: null, headers, path: { webhook_id } });
  return { webhook_id, event_id: body.event_id };
};

/** Every operation that changes something without an event, and the type of the entry that it writes. */
const acts: readonly {
  readonly operation: string;
  readonly type: ActType;
  readonly run: (acting: Acting) => Promise<unknown>;
}[] = [
  { operation: 'registerWebhook', type: 'webhook.created', run: register },
  {
    operation: 'updateWebhook',
    type: 'webhook.updated',
    run: async (acting) =>
      call.updateWebhook({
        as: null,
        headers: acting.headers,
        path: { webhook_id: await register(acting) },
        json: { events: ['document.created'] },
      }),
  },
  {
    operation: 'rotateWebhookSecret',
    type: 'webhook.secret_rotated',
    run: async (acting) =>
      call.rotateWebhookSecret({
        as: null,
        headers: acting.headers,
        path: { webhook_id: await register(acting) },
      }),
  },
  {
    operation: 'deleteWebhook',
    type: 'webhook.deleted',
    run: async (acting) =>
      call.deleteWebhook({
        as: null,
        headers: acting.headers,
        path: { webhook_id: await register(acting) },
      }),
  },
  {
    operation: 'resendWebhookDelivery',
    type: 'webhook.deliveries_resent',
    run: async (acting) =>
      call.resendWebhookDelivery({
        as: null,
        headers: acting.headers,
        path: await testDelivery(acting),
      }),
  },
  {
    operation: 'resendWebhookDeliveries',
    type: 'webhook.deliveries_resent',
    run: async (acting) =>
      call.resendWebhookDeliveries({
        as: null,
        headers: acting.headers,
        path: { webhook_id: await register(acting) },
        json: { since: new Date(Date.now() - 60_000).toISOString() },
      }),
  },
  { operation: 'createInvitation', type: 'invitation.created', run: invite },
  {
    operation: 'deleteInvitation',
    type: 'invitation.deleted',
    run: async (acting) =>
      call.deleteInvitation({
        as: null,
        headers: acting.headers,
        path: { invitation_id: await invite(acting) },
      }),
  },
  {
    operation: 'sendInvitation',
    type: 'invitation.sent',
    run: async (acting) =>
      call.sendInvitation({
        as: null,
        headers: acting.headers,
        path: { invitation_id: await invite(acting) },
      }),
  },
  {
    operation: 'updateOrganization',
    type: 'organization.updated',
    run: ({ headers }) => call.updateOrganization({ as: null, headers, json: { name: 'Renamed' } }),
  },
  {
    operation: 'deleteOrganization',
    type: 'organization.deleted',
    run: ({ headers }) => call.deleteOrganization({ as: null, headers, json: { name: 'Test' } }),
  },
  { operation: 'createServiceAccount', type: 'service_account.created', run: addAccount },
  {
    operation: 'deleteServiceAccount',
    type: 'service_account.deleted',
    run: async (acting) =>
      call.deleteServiceAccount({
        as: null,
        headers: acting.headers,
        path: { service_account_id: await addAccount(acting) },
      }),
  },
];

/** Operations that change something and write no entry of this kind, each with its reason. */
const unrecorded: Readonly<Record<string, string>> = {
  updateMe: 'it takes sessions only; its entry is tested below',
  createUpload: 'it asks for a URL; the version that is made of it has an event',
  deleteSession: 'it signs out elsewhere, and signing out has no entry',
  switchOrganization: "it changes one's own session, and nothing of an organization",
  sendDocumentShare: 'its entry is in the activity of the document, and is tested below',
  deleteDocumentAccessRequest:
    'its entry is in the activity of the document, and is tested with the requests for access',
  testWebhook: 'its event webhook.test is its entry',
};

test('every operation that changes something has an event or an entry of activity', () => {
  const changing = Object.entries(operations)
    .filter(([, { method }]) => method !== 'GET')
    .map(([id]) => id);
  const reported = changes.map(operationOf);
  const recorded = acts.map(({ operation }) => operation);

  expect(
    changing.filter((id) => !reported.includes(id) && !recorded.includes(id) && !(id in unrecorded)),
  ).toEqual([]);
});

describe('the activity of the organization has an entry with the actor and the credential after', () => {
  test.for(acts)('$operation', async ({ type, run }) => {
    const { id, owner } = await storedOrganization();
    const { headers, record } = await storedApiKey(owner);

    await run({ id, headers });

    const entries = (await table.everything()).filter(
      (item) => item.pk === activityList.organization(id) && item.type === type,
    );
    expect(entries).toMatchObject([
      {
        organization_id: id,
        actor_id: owner.id,
        actor_type: 'user_account',
        credential: `key:${record.uuid}`,
        staff: false,
        personal: { name: owner.name },
      },
    ]);
  });

  test('sendDocumentShare, with the address in the part of the entry that can be erased', async () => {
    const { id, owner } = await storedOrganization();
    const { headers, record } = await storedApiKey(owner);
    const form = uploadForm({ title: 'Mailed', access_level: 'organization' }, await makePdf());
    const path = { document_id: (await call.createDocument({ as: null, headers, form })).body.id };
    const json = { email: 'guest@guests.example' };
    const share = (await call.createDocumentShare({ as: null, headers, path, json })).body;

    await call.sendDocumentShare({ as: null, headers, path: { ...path, share_id: share.id } });

    const entries = (await table.everything()).filter(
      (item) => item.type === 'document.share_sent' && item.document_id === path.document_id,
    );
    expect(entries).toMatchObject([
      {
        organization_id: id,
        actor_id: owner.id,
        credential: `key:${record.uuid}`,
        details: { share_id: share.id },
        personal: { name: owner.name, address: share.email },
      },
    ]);
    expect(JSON.stringify(entries[0]?.details)).not.toContain('@');
  });

  test('updateMe, in each organization of the person', async () => {
    const { id, owner } = await storedOrganization();
    const { headers, record } = await storedSession(owner);
    const Origin = new URL(stage.credentials.base_url).origin;

    await call.updateMe({ as: null, headers: { ...headers, Origin }, json: { name: 'Renamed' } });

    const entries = (await table.everything()).filter(
      (item) => item.pk === activityList.organization(id) && item.type === 'user.updated',
    );
    expect(entries).toMatchObject([
      {
        actor_id: owner.id,
        credential: sessionName(record.token_hash),
        details: { user_id: owner.id, changed: 'name' },
        personal: { name: owner.name },
      },
    ]);
  });
});
