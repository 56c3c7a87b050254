import { describe, expect, test } from 'vitest';
import type { ActType } from '../../../shared/contract/actTypes.ts';
import { operations } from '../../../shared/contract/operations.ts';
import { activityList } from '../../../shared/data/activity/activity.ts';
import { sessionName } from '../../../shared/http/sessionCookie.ts';
import { makePng } from '../../support/files/pictures.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedSession,
} from '../../support/people/people.ts';
import { uploaded } from '../../support/uploads.ts';
import { changes, operationOf } from '../events/changes.ts';
import { stage } from '../events/service.ts';

const { call, table } = stage;

interface Acting {
  readonly headers: Readonly<Record<string, string>>;
}

type Operation = keyof typeof call;
/** Resolves with the body of the answer. */
const ask = async (operation: Operation, { headers }: Acting, request: object = {}) =>
  Object((await call[operation]({ as: null, headers, ...request })).body);

const endpoint = { json: { url: 'https://203.0.113.10/hook', events: ['*'] } };
const guest = { json: { email: 'guest@guests.example', role: 'member' } };
const account = { json: { name: 'Importer', role: 'member' } };
const ofEndpoint = async (acting: Acting) => ({
  path: { webhook_id: (await ask('registerWebhook', acting, endpoint)).id },
});
const ofInvitation = async (acting: Acting) => ({
  path: { invitation_id: (await ask('createInvitation', acting, guest)).id },
});
const ofDelivery = async (acting: Acting) => {
  const { path } = await ofEndpoint(acting);
  return { path: { ...path, event_id: (await ask('testWebhook', acting, { path })).event_id } };
};
const ofAccount = async (acting: Acting) => ({
  path: { service_account_id: (await ask('createServiceAccount', acting, account)).id },
});
const since = () => new Date(Date.now() - 60_000).toISOString();

/** Every operation that changes something without an event, the type of the entry that it writes, and its request. */
const acts: readonly (readonly [Operation, ActType, (acting: Acting) => object | Promise<object>])[] = [
  ['registerWebhook', 'webhook.created', () => endpoint],
  [
    'updateWebhook',
    'webhook.updated',
    async (acting) => ({ ...(await ofEndpoint(acting)), json: { events: ['document.created'] } }),
  ],
  ['rotateWebhookSecret', 'webhook.secret_rotated', ofEndpoint],
  ['deleteWebhook', 'webhook.deleted', ofEndpoint],
  ['resendWebhookDelivery', 'webhook.deliveries_resent', ofDelivery],
  [
    'resendWebhookDeliveries',
    'webhook.deliveries_resent',
    async (acting) => ({ ...(await ofEndpoint(acting)), json: { since: since() } }),
  ],
  ['createInvitation', 'invitation.created', () => guest],
  ['deleteInvitation', 'invitation.deleted', ofInvitation],
  ['sendInvitation', 'invitation.sent', ofInvitation],
  ['updateOrganization', 'organization.updated', () => ({ json: { name: 'Renamed' } })],
  [
    'setOrganizationLogo',
    'organization.updated',
    ({ headers }) => ({ raw: makePng(), headers: { ...headers, 'Content-Type': 'image/png' } }),
  ],
  ['deleteOrganization', 'organization.deleted', () => ({ json: { name: 'Test' } })],
  ['createServiceAccount', 'service_account.created', () => account],
  ['deleteServiceAccount', 'service_account.deleted', ofAccount],
];

/** Operations that change something and write no entry of this kind, each with its reason. */
const unrecorded: Readonly<Record<string, string>> = {
  updateMe: 'it takes sessions only; its entry is tested below',
  createUpload: 'it asks for a URL; the version that is made of it has an event',
  deleteSession: 'it signs out elsewhere, and signing out has no entry',
  switchOrganization: "it changes one's own session, and nothing of an organization",
  sendDocumentShare: 'its entry is in the activity of the document, and is tested below',
  createGroupEntry: 'its entry is tested with groups',
  deleteGroupEntry: 'its entry is tested with groups',
  deleteDocumentAccessRequest:
    'its entry is in the activity of the document, and is tested with the requests for access',
  deleteOrganizationLogo: 'its entry has the type of that of setOrganizationLogo, and is tested with logos',
  testWebhook: 'its event webhook.test is its entry',
};

test('every operation that changes something has an event or an entry of activity', () => {
  const changing = Object.entries(operations)
    .filter(([, { method }]) => method !== 'GET')
    .map(([id]) => id);
  const reported = changes.map(operationOf);
  const recorded: readonly string[] = acts.map(([operation]) => operation);

  expect(
    changing.filter((id) => !reported.includes(id) && !recorded.includes(id) && !(id in unrecorded)),
  ).toEqual([]);
});

describe('the activity of the organization has an entry with the actor and the credential after', () => {
  test.for(acts)('%s', async ([operation, type, requestOf]) => {
    const { id, owner } = await storedOrganization();
    const { headers, record } = await storedApiKey(owner);

    await ask(operation, { headers }, await requestOf({ headers }));

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
    const path = await uploaded(call, { access_level: 'organization' }, { as: null, headers });
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

test('lists of activity say what a change replaced, and the sealed part of its entry does not', async () => {
  const { id, owner } = await storedOrganization();
  const { headers } = await storedApiKey(owner);
  const member = await storedMember(id, 'member');
  const as = { as: null, headers } as const;
  const path = await uploaded(call, { title: 'Before', access_level: 'organization' }, as);
  const [version] = (await call.listDocumentVersions({ ...as, path })).body.items;
  const policy = (await call.createPolicy({ ...as, json: { name: 'Old' } })).body;

  await call.updateDocument({ ...as, path, json: { title: 'After', description: 'New' } });
  await call.setDocumentAccessLevel({ ...as, path, json: { access_level: 'public' } });
  await call.updateDocumentVersion({
    ...as,
    path: { ...path, version_id: version?.id ?? '' },
    json: { title: 'Signed' },
  });
  const rules = { watermark: true };
  const changed = { name: 'New', archived: true, rules };
  await call.updatePolicy({ ...as, path: { policy_id: policy.id }, json: changed });
  await call.updateOrganization({ ...as, json: { name: 'Renamed' } });
  const user_id = member.id.replace('user_', 'usr_');
  await call.updateMemberRole({ ...as, path: { user_id }, json: { role: 'admin' } });
  await stage.catchUp();

  const { items } = (await call.listOrganizationActivity({ ...as, query: { limit: '100' } })).body;
  const found = items.filter(({ details }) => 'changes' in details);
  expect(found.map(({ type, details }) => [type, details.changes])).toEqual([
    ['member.role_updated', [{ field: 'role', from: 'member', to: 'admin' }]],
    ['organization.updated', [{ field: 'name', from: 'Test', to: 'Renamed' }]],
    [
      'policy.updated',
      [
        { field: 'name', from: 'Old', to: 'New' },
        { field: 'archived', from: 'false', to: 'true' },
        { field: 'rules' },
      ],
    ],
    ['version.updated', [{ field: 'title', from: null, to: 'Signed' }]],
    ['document.updated', [{ field: 'access_level', from: 'organization', to: 'public' }]],
    ['document.updated', [{ field: 'title', from: 'Before', to: 'After' }, { field: 'description' }]],
  ]);
  const ofDocument = (await call.listDocumentActivity({ ...as, path })).body.items;
  expect(ofDocument.filter(({ details }) => 'changes' in details)).toEqual(found.slice(3));
  // Release 1.1.0 stored this under another key.
  for (const { sk, ...item } of await table.everything(({ sk }) => sk.startsWith('REPLACED#'))) {
    await table.put({ ...item, sk: sk.replace('REPLACED', 'CHANGED') });
    await table.remove({ pk: item.pk, sk });
  }
  expect((await call.listDocumentActivity({ ...as, path })).body.items).toEqual(ofDocument);
  const sealed = (await table.everything()).filter((item) => found.some((entry) => entry.id === item.id));
  expect(sealed).toHaveLength(found.length);
  expect(JSON.stringify(sealed)).not.toMatch(/Before|After|Signed|Renamed|"changes"/);
});
