import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { actorId } from '../../../shared/contract/identifiers.ts';
import { asDisabled, findUserByEmail, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { dynamo } from '../../../shared/data/table/client.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { listDeliveries } from '../../../shared/data/webhooks/deliveryLists.ts';
import type { WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { deliveriesTo, registeredIn, storedWebhook, work } from './endpoints.ts';
import { founded, joined, operator } from './operator.ts';

const stage = operator();
const { admin, record, clock, refuses } = stage;

beforeEach(() => {
  clock.now = Date.now();
});

/** Runs once, before the next write. */
let beforeWrite: (() => Promise<unknown>) | undefined;
dynamo.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      const happens = /^(PutItem|TransactWriteItems)Command$/.test(commandName) ? beforeWrite : undefined;
      if (happens) beforeWrite = undefined;
      await happens?.();
      return next(args);
    },
  { step: 'initialize', name: 'before writes' },
);
// The stage has sent commands already, so the client must build their middlewares again.
dynamo.destroy();

const disabled = { reason: 'registrar', at: '2029-12-31T00:00:00.000Z' } as const;

/** An endpoint that an admin registered, in an organization with an owner. */
async function byAdmin(given: Partial<WebhookItem> = {}) {
  const { organization, email: owner, user: ownerId } = await founded(stage);
  const email = await joined(stage, organization, 'admin');
  const user = z.parse(actorId, (await record('users show', email)).id);
  const { id } = await registeredIn(organization, user, given);
  return { id, organization, owner, ownerId, email, user };
}

const isStopping = (id: string) =>
  `The webhook endpoint ${id} (https://receiver.example/hooks) stops. To start it again: webhooks enable ${id} --as <user>\n`;

describe.for([['set-role', 'member'], ['remove']] as const)('members %s %s', ([verb, ...role]) => {
  const change = (email: string, organization: string, ...more: string[]) =>
    admin('members', verb, '--yes', email, ...role, '--organization', organization, ...more);

  // Threat: An integration stops and nobody notices
  test('says first which endpoints stop', async () => {
    const { id, organization, email, user, ownerId } = await byAdmin();
    const second = await registeredIn(organization, user);
    await registeredIn(organization, user, { registered_by_staff: true });
    await registeredIn(organization, user, { disabled });
    await registeredIn(organization, ownerId);

    const { code, stdout } = await change(email, organization);

    expect(code).toBe(0);
    const announced = isStopping(second.id) + isStopping(id);
    expect(stdout.slice(0, announced.length)).toBe(announced);
    expect(stdout).toMatch(new RegExp(`^stopped webhooks +${second.id}, ${id}$`, 'm'));
    expect(stdout.match(/ stops\. /g)).toHaveLength(2);
  });

  test('stops them for good, even if the member gets the role back at once', async () => {
    const { id, organization, email, user, ownerId } = await byAdmin();
    const ofStaff = await registeredIn(organization, user, { registered_by_staff: true });
    const ofOwner = await registeredIn(organization, ownerId);
    const disabledAt = { reason: 'registrar', at: new Date(clock.now).toISOString() };

    await change(email, organization);
    const back = verb === 'remove' ? ['add', email, '--role', 'admin'] : ['set-role', email, 'admin'];
    await record('members', ...back, '--organization', organization);

    expect((await storedWebhook({ id, organization }))?.disabled).toEqual(disabledAt);
    expect((await storedWebhook({ id: ofStaff.id, organization }))?.disabled).toBeNull();
    expect((await storedWebhook({ id: ofOwner.id, organization }))?.disabled).toBeNull();
    expect(await record('webhooks show', id)).toMatchObject({ disabled_reason: 'registrar' });
  });

  // Threat: An integration stops and nobody notices
  test('lists the stopped endpoints with --json too', async () => {
    const { id, organization, email } = await byAdmin();

    const { stdout, stderr } = await change(email, organization, '--json');

    expect(JSON.parse(stdout)).toMatchObject({ email, stopped_webhooks: [id] });
    expect(stderr).toContain(isStopping(id));
  });

  test('prints no warning when no endpoint stops', async () => {
    const { organization, email } = await byAdmin({ disabled });

    const { stdout } = await change(email, organization);

    expect(stdout).toMatch(/^stopped webhooks +-$/m);
    expect(stdout).not.toContain(' stops. ');
  });
});

test('stops no endpoint of an admin who becomes an owner', async () => {
  const { organization, email } = await byAdmin();

  const changed = await record('members set-role --yes', email, 'owner', '--organization', organization);

  expect(changed).toMatchObject({ role: 'owner', stopped_webhooks: [] });
});

// Threat: An integration stops and nobody notices
test('shows why an endpoint is disabled, and who registered it', async () => {
  const { id, organization, email, user } = await byAdmin({ disabled });
  await record('members set-role --yes', email, 'member', '--organization', organization);

  expect(await record('webhooks show', id)).toMatchObject({
    state: 'disabled',
    disabled_reason: 'registrar',
    created_by: user,
    registrar_role: 'member',
    registered_by_staff: false,
  });
  await record('members remove --yes', email, '--organization', organization);
  const { stdout } = await admin('webhooks show', id);
  expect(stdout).toMatch(/^registrar role +no member$/m);
});

test.for([
  ['registrar', (email: string) => ['--as', email]],
  ['operator', () => []],
] as const)(
  'does not enable an endpoint, disabled for its %s, when the new registrar is demoted at the same moment',
  async ([reason, as]) => {
    const { id, organization, email } = await byAdmin({ disabled: { ...disabled, reason } });
    beforeWrite = () => record('members set-role --yes', email, 'member', '--organization', organization);

    const { code, stderr } = await admin('webhooks enable', id, ...as(email));

    expect(code).toBe(1);
    expect(stderr).toContain('owner');
    expect((await storedWebhook({ id, organization }))?.disabled).toEqual({ ...disabled, reason });
  },
);

test('a delivery is skipped if it was resent just before the worker sees that the registrar lost the right', async () => {
  const endpoint = await byAdmin();
  const [eventId = 'evt_'] = await deliveriesTo(endpoint, { status: 'failed' });
  const found = await findUserByEmail(endpoint.email);
  if (!found) throw new Error('there is no such person');
  await transact([replaceCaller(asDisabled(found, clock.now))]);

  await record('webhooks resend', endpoint.id, eventId);
  await work(stage);

  const { items } = await listDeliveries(endpoint.id, { limit: 10 });
  expect(items).toMatchObject([{ event_id: eventId, status: 'skipped', attempt_count: 0 }]);
  expect((await storedWebhook(endpoint))?.disabled?.reason).toBe('registrar');
  expect((await admin('webhooks resend', endpoint.id, eventId)).stderr).toContain(
    `Enable it first: webhooks enable ${endpoint.id} --as <user>\n`,
  );
});

describe('webhooks enable', () => {
  test('makes the person of --as its registrar', async () => {
    const endpoint = await byAdmin({ disabled, registered_by_staff: true });
    const { id, owner, ownerId } = endpoint;

    const { code, stdout } = await admin('webhooks enable', id, '--as', owner);

    expect(code).toBe(0);
    expect(stdout).toContain(`${ownerId} is responsible for it now.\n`);
    expect(stdout).toContain(`It was disabled since ${disabled.at} (registrar).`);
    expect(await storedWebhook(endpoint)).toMatchObject({
      created_by: ownerId,
      registered_by_staff: false,
      disabled: null,
      enabled_at_ms: clock.now,
    });
  });

  test('accepts a service account that is an admin, and the former registrar after they got their right back', async () => {
    const endpoint = await byAdmin({ disabled });
    const { id, organization, email, user } = endpoint;
    const account = await record(
      'service-accounts create',
      'Sync',
      '--role',
      'admin',
      '--organization',
      organization,
    );

    await record('webhooks enable', id, '--as', email);
    expect(await storedWebhook(endpoint)).toMatchObject({ created_by: user, disabled: null });
    await record('webhooks enable', id, '--as', account.id ?? '');
    expect(await storedWebhook(endpoint)).toMatchObject({ created_by: account.id });
  });

  test('gives an enabled endpoint to another registrar, without losing events', async () => {
    const endpoint = await byAdmin();
    const before = await storedWebhook(endpoint);

    await record('webhooks enable', endpoint.id, '--as', endpoint.owner);

    const after = { ...before, created_by: endpoint.ownerId, revision: 2 };
    expect(await storedWebhook(endpoint)).toEqual(after);
    const removed = await record(
      'members remove --yes',
      endpoint.email,
      '--organization',
      endpoint.organization,
    );
    expect(removed.stopped_webhooks).toEqual([]);
  });

  test('needs --as when the endpoint has no registrar who may manage it, or lost one', async () => {
    const demoted = await byAdmin({ disabled: { ...disabled, reason: 'gone' } });
    await record('members set-role --yes', demoted.email, 'member', '--organization', demoted.organization);
    const restored = await byAdmin({ disabled });

    for (const { id } of [demoted, restored]) {
      const message = `Name an owner or admin: webhooks enable ${id} --as <user>\n`;
      await refuses(1, expect.stringContaining(message), 'webhooks enable', id);
    }
  });

  test('does not need --as when service staff registered the endpoint', async () => {
    const { id, organization, email } = await byAdmin({
      registered_by_staff: true,
      disabled: { ...disabled, reason: 'gone' },
    });
    await record('members remove --yes', email, '--organization', organization);

    expect(await record('webhooks enable', id)).toMatchObject({ state: 'enabled' });
  });

  test('refuses a disabled person as registrar, named or not', async () => {
    const { id, email, user } = await byAdmin({ disabled: { ...disabled, reason: 'gone' } });
    await record('users disable --yes', email);

    const named = expect.stringContaining(`${email} is disabled since `);
    await refuses(1, named, 'webhooks enable', id, '--as', email);
    const notNamed = `${id} needs a responsible person: ${user} is not allowed to manage`;
    await refuses(1, expect.stringContaining(notNamed), 'webhooks enable', id);
  });

  test('refuses a registrar who may not manage the endpoint, and an unknown one', async () => {
    const { id, organization } = await byAdmin({ disabled });
    const member = await joined(stage, organization);
    const stranger = (await founded(stage)).email;

    const refusals = [
      [
        1,
        member,
        `${member} has the role member in Example Ltd (${organization}). Only its owners and admins can be responsible for endpoints.`,
      ],
      [1, stranger, `${stranger} is not a member of Example Ltd (${organization}).`],
      [1, 'nobody@example.com', 'No user has the e-mail address nobody@example.com.'],
      [2, 'somebody', 'It must be an e-mail address or an id'],
    ] as const;
    for (const [code, who, message] of refusals)
      await refuses(code, expect.stringContaining(message), 'webhooks enable', id, '--as', who);
  });
});
