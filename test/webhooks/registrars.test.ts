import { describe, expect } from 'vitest';
import { localStaffDomain } from '../../infra/local/actors.ts';
import type { MemberRole } from '../../shared/contract/enumerations.ts';
import type { WebhookId } from '../../shared/contract/identifiers.ts';
import {
  asDisabled,
  type CallerItem,
  createCaller,
  getCaller,
  newServiceAccount,
  replaceCaller,
} from '../../shared/data/callers/callers.ts';
import { joining, leaving } from '../../shared/data/organizations/membership.ts';
import {
  createMember,
  getOrganization,
  getOrganizationAndMember,
  newMember,
} from '../../shared/data/organizations/organizations.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { asPending } from '../../shared/data/webhooks/deliveries.ts';
import { replaceDelivery } from '../../shared/data/webhooks/deliveryWrites.ts';
import {
  createWebhook,
  newWebhook,
  replaceWebhook,
  type WebhookItem,
} from '../../shared/data/webhooks/webhooks.ts';
import { callWorker } from '../../shared/webhooks/callWorker.ts';
import type { CallRequest } from '../support/client.ts';
import { memberIdOf, storedApiKey, storedMember, storedPerson } from '../support/people/people.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Endpoint, isAnythingDue, Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

interface Registrar {
  readonly user: CallerItem;
  readonly as: CallRequest;
}

async function withKey(user: CallerItem, { id }: Organization): Promise<Registrar> {
  const { headers } = await storedApiKey(user, { organization_id: id });
  return { user, as: { as: null, headers } };
}

const newAdmin = async (organization: Organization): Promise<Registrar> =>
  withKey(await storedMember(organization.id, 'admin'), organization);

async function newAdminAccount(organization: Organization): Promise<Registrar> {
  const account = newServiceAccount('Sync');
  const [user] = await transact([
    ...createCaller(account),
    createMember(newMember(account, organization.id, 'admin', Date.now())),
  ]);
  return withKey(user, organization);
}

/** Gives a person another role over HTTP, as the owner. */
async function setRole(organization: Organization, { user }: Registrar, role: MemberRole): Promise<void> {
  const path = { user_id: memberIdOf(user) };
  const { status } = await stage.call.updateMemberRole({ ...organization.asOwner, path, json: { role } });
  expect(status).toBe(204);
}

const demote = (organization: Organization, registrar: Registrar) =>
  setRole(organization, registrar, 'member');

/** Removes a member as the command line does. */
async function remove({ id }: Organization, { user }: Registrar): Promise<void> {
  const { organization, member } = await getOrganizationAndMember(id, user.id);
  if (!organization || !member) throw new Error(`${user.id} is not in ${id}`);
  await transact(leaving(user, organization, member, Date.now()));
}

/** Removes a member or a service account over HTTP, as the owner. */
async function dismiss({ asOwner }: Organization, { user }: Registrar): Promise<void> {
  const { status } = user.id.startsWith('svc_')
    ? await stage.call.deleteServiceAccount({ ...asOwner, path: { service_account_id: user.id } })
    : await stage.call.removeMember({ ...asOwner, path: { user_id: memberIdOf(user) } });
  expect(status).toBe(200);
}

/** Disables a person as the command line does, but not the person's endpoints, so that a worker must disable these. */
async function shutOutOf(_: Organization, { user }: Registrar): Promise<void> {
  await transact([replaceCaller(asDisabled(await callerOf(user), Date.now()))]);
}

async function callerOf({ id }: CallerItem): Promise<CallerItem> {
  const caller = await getCaller(id);
  if (!caller) throw new Error(`there is no ${id}`);
  return caller;
}

/** Makes a person the registrar of an endpoint as the command line does. */
async function takeOver(organization: Organization, endpoint: Endpoint, { user }: Registrar): Promise<void> {
  const { webhook } = await organization.recorded(endpoint);
  const enabled = { ...webhook, created_by: user.id, disabled: null, enabled_at_ms: Date.now() };
  await transact([replaceWebhook(enabled)]);
}

/** Registers an endpoint like another one, without checking the rights of its registrar. */
async function register({ id }: Organization, like: WebhookItem, webhookId: WebhookId): Promise<void> {
  const found = await getOrganization(id);
  if (!found) throw new Error(`there is no ${id}`);
  const webhook = newWebhook({ ...like, id: webhookId }, '', Date.now());
  await transact(createWebhook({ ...webhook, secrets: like.secrets }, found));
}

const idsOf = ({ deliveries }: Endpoint): string[] => deliveries.map(({ event }) => event.id);

/** The state of an endpoint whose registrar has lost the right to manage the organization. */
const ended = { reason: 'registrar', at: expect.any(String) };
/** The state of a delivery that was not sent. */
const skipped = { status: 'skipped', attempt_count: 0, next_attempt_at_ms: null };

// Threat: A former admin's endpoint still receives events
describe('an endpoint stops, and the others continue, after its registrar', () => {
  test.for<
    [
      what: string,
      registrarOf: (organization: Organization) => Promise<Registrar>,
      end: (organization: Organization, registrar: Registrar) => Promise<void>,
    ]
  >([
    ['is demoted', newAdmin, demote],
    ['is removed', newAdmin, remove],
    ['is removed over the API', newAdmin, dismiss],
    ['is deleted over the API (a service account)', newAdminAccount, dismiss],
    ['is disabled', newAdmin, shutOutOf],
  ])('%s', async ([_, registrarOf, end]) => {
    const organization = await Organization.on(stage);
    const registrar = await registrarOf(organization);
    const endpoint = await organization.register({ by: registrar.as, events: ['*'] });
    const another = await organization.register();
    const before = await organization.changeAndDeliver();
    expect(idsOf(endpoint)).toEqual([before]);

    await end(organization, registrar);
    const after = await organization.changeAndDeliver();

    expect(idsOf(endpoint)).toEqual([before]);
    expect(idsOf(another)).toEqual([before, after]);
    expect((await organization.recorded(endpoint)).webhook.disabled).toEqual(ended);
    expect((await organization.recordedDelivery(endpoint, after)).delivery).toMatchObject(skipped);
    expect(await isAnythingDue(stage, endpoint)).toBe(false);
  });
});

// Threat: An endpoint works again because its registrar gets the right back
test('an endpoint stays disabled when its registrar gets the right back, until somebody takes it over', async () => {
  const organization = await Organization.on(stage);
  const admin = await newAdmin(organization);
  const endpoint = await organization.register({ by: admin.as });
  await demote(organization, admin);
  await organization.changeAndDeliver();

  await setRole(organization, admin, 'admin');
  await organization.changeAndDeliver();
  expect(endpoint.receiver.connections).toBe(0);

  const successor = await newAdmin(organization);
  await takeOver(organization, endpoint, successor);
  await demote(organization, admin);
  const eventId = await organization.changeAndDeliver();
  expect(idsOf(endpoint)).toEqual([eventId]);

  await demote(organization, successor);
  await organization.changeAndDeliver();
  expect(idsOf(endpoint)).toEqual([eventId]);
});

describe('an endpoint that service staff registered', () => {
  const staffOf = async (organization: Organization) => {
    const user = await storedPerson({ email: `${crypto.randomUUID()}@${localStaffDomain}` });
    const { headers } = await storedApiKey(user);
    const as = { as: null, headers: { ...headers, 'X-Service-Organization-Id': organization.id } };
    return { user, as };
  };

  // Threat: An endpoint of former service staff still receives events
  test('is disabled when the staff are disabled', async ({ organization }) => {
    const staff = await staffOf(organization);
    const endpoint = await organization.register({ by: staff.as });

    await shutOutOf(organization, staff);
    await organization.changeAndDeliver();

    expect(endpoint.receiver.connections).toBe(0);
    expect((await organization.recorded(endpoint)).webhook.disabled).toEqual(ended);
  });

  // Threat: An endpoint of former service staff still receives events
  test('is disabled when they lose the right to manage, if they registered it as members', async ({
    organization,
  }) => {
    const staff = await staffOf(organization);
    const found = await getOrganization(organization.id);
    if (!found) throw new Error('there is no organization');
    await transact(joining(staff.user, found, 'admin', Date.now()).writes);
    const endpoint = await organization.register({ by: staff.as });
    expect((await organization.recorded(endpoint)).webhook.registered_by_staff).toBe(false);

    await demote(organization, staff);
    await organization.changeAndDeliver();

    expect(endpoint.receiver.connections).toBe(0);
    expect((await organization.recorded(endpoint)).webhook.disabled).toEqual(ended);
  });
});

// Threat: An endpoint is registered at the moment at which its registrar is demoted
test('an endpoint that is registered while its registrar is demoted gets no events if its registration is committed last', async ({
  organization,
}) => {
  const admin = await newAdmin(organization);
  const endpoint = await organization.register({ by: admin.as });
  const { webhook } = await organization.recorded(endpoint);
  await demote(organization, admin);
  const id: typeof webhook.id = `whk_${'0'.repeat(26)}`;
  await register(organization, webhook, id);

  await organization.changeAndDeliver();

  expect(endpoint.receiver.connections).toBe(0);
  const recorded = await organization.recorded({ ...endpoint, id });
  expect(recorded.webhook.disabled).toEqual(ended);
});

describe('deliveries from before the registrar was demoted are not sent afterwards', () => {
  // Threat: A former admin's endpoint still receives events
  test('by a worker that began before, after one second', async ({ organization }) => {
    const admin = await newAdmin(organization);
    const endpoint = await organization.register({ by: admin.as });
    const opened = Promise.withResolvers<void>();
    endpoint.answer = (_, response) => {
      void opened.promise.then(() => response.writeHead(204).end());
    };
    for (let change = 0; change < 25; change++) await organization.changeUnseen();
    await stage.work('events', await stage.take('events'));

    const working = stage.work('deliveries', await stage.take('deliveries'));
    await endpoint.receiver.count(10);
    await demote(organization, admin);
    stage.setClock(Date.now() + 1000);
    opened.resolve();
    await working;
    await stage.deliver();

    expect(endpoint.receiver.received).toHaveLength(10);
    const statuses = (await organization.recordedDeliveries(endpoint)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(15).fill('skipped'), ...Array(10).fill('succeeded')]);
  });
});

// Threat: A former admin's endpoint still receives events
test('events of a private document are not sent to a new registrar of the endpoint', async () => {
  const organization = await Organization.on(stage);
  const admin = await newAdmin(organization);
  const endpoint = await organization.register({ by: admin.as, events: ['document.created'] });
  const form = uploadForm({ title: 'Nur für mich', access_level: 'private' }, await makePdf());
  await stage.call.createDocument({ ...admin.as, form });
  await demote(organization, admin);
  await stage.deliver();
  const [missed, ...others] = await organization.recordedDeliveries(endpoint);
  if (!missed) throw new Error('the endpoint has no delivery');
  expect(others).toEqual([]);

  await takeOver(organization, endpoint, await newAdmin(organization));
  await transact(replaceDelivery(missed, asPending(missed, Date.now())));
  await callWorker(endpoint.id, Date.now());
  await stage.deliver();

  expect(endpoint.receiver.connections).toBe(0);
  expect((await organization.recordedDelivery(endpoint, missed.event_id)).delivery).toMatchObject(skipped);
  expect((await organization.recorded(endpoint)).webhook.disabled).toBeNull();
});
