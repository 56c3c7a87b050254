import { beforeEach, describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { actorId } from '../../../shared/contract/identifiers.ts';
import { decryptSecret } from '../../../shared/credentials/secrets.ts';
import { acquireLane, releaseIdleLane } from '../../../shared/data/webhooks/lanes.ts';
import type { WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { deliveriesTo, registered, registeredIn, schedule, storedWebhook, testOn } from './endpoints.ts';
import { founded, joined, operator } from './operator.ts';

const stage = await operator();
const test = testOn(stage);
const { admin, record, rows, everything, clock, refuses } = stage;

const day = 24 * 60 * 60_000;
beforeEach(() => {
  clock.now = Date.now();
});

test('lists the endpoints of an organization with their state', async () => {
  const first = await registered(stage, { events: ['document.ready', 'version.ready'] });
  const { organization, user } = first;
  const disabled = { reason: 'gone', at: '2029-12-31T00:00:00.000Z' } as const;
  const second = await registeredIn(organization, user, { disabled });
  await registered(stage);
  await deliveriesTo(first, {}, { status: 'succeeded' }, {});

  const listed = await rows('webhooks list', '--organization', organization);

  expect(listed).toMatchObject([
    { id: second.id, state: 'disabled', disabled_reason: 'gone', pending_deliveries: 0 },
    { id: first.id, state: 'enabled', disabled_reason: null, pending_deliveries: 2 },
  ]);
  const { stdout } = await admin('webhooks list', '--organization', organization);
  expect(stdout).toMatch(/^ID +STATE +DISABLED REASON .* URL +EVENTS$/m);
  expect(stdout).toMatch(/ enabled .* https:\/\/receiver.example\/hooks +document.ready, version.ready$/m);
  const { organization: other } = await founded(stage);
  expect(await admin('webhooks list', '--organization', other)).toMatchObject({
    code: 0,
    stdout: 'No webhook endpoints.\n',
  });
});

test('disables an endpoint and enables it again, and a repeated command changes nothing', async ({
  endpoint,
}) => {
  const { id } = endpoint;
  const at = new Date(clock.now).toISOString();

  expect(await record('webhooks disable --yes', id)).toMatchObject({
    state: 'disabled',
    disabled_reason: 'operator',
    disabled_at: at,
  });
  clock.now += 60_000;
  const disabled = await everything();
  const notified = { filter_sk: expect.stringMatching(/#webhook\.disabled$/), not_told_to: id };
  expect(disabled).toContainEqual(
    expect.objectContaining({ ...notified, body: expect.stringContaining('"disabled_reason":"operator"') }),
  );
  expect(await admin('webhooks disable --yes', id)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`It is disabled already, since ${at} (operator).`),
  });
  expect(await everything()).toEqual(disabled);

  const enabled = await admin('webhooks enable', id);
  expect(enabled.stdout).toMatch(/^state +enabled$/m);
  const missed = new Date(Date.parse(at) - 60_000).toISOString();
  expect(enabled.stdout).toContain(`To send what it missed: webhooks resend-since ${id} ${missed}\n`);
  expect(await storedWebhook(endpoint)).toMatchObject({ disabled: null, enabled_at_ms: clock.now });
  const after = await everything();
  expect(await admin('webhooks enable', id)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('It is enabled already, since'),
  });
  expect(await everything()).toEqual(after);
});

test('names the time since which an endpoint has missed events, if it failed for days', async () => {
  const disabled = { reason: 'failing', at: new Date(clock.now).toISOString() } as const;
  const { id } = await registered(stage, { disabled });
  const lane = await acquireLane(id, 'worker', clock.now, clock.now + 1000);
  const failing_since_ms = clock.now - 5 * day;
  if (lane) await releaseIdleLane(lane, { failing_since_ms, is_slow: true }, undefined);
  expect(await record('webhooks show', id)).toMatchObject({
    disabled_reason: 'failing',
    failing_since: new Date(failing_since_ms).toISOString(),
    is_slow: true,
  });

  const { stdout } = await admin('webhooks enable', id);

  expect(stdout).toContain(`resend-since ${id} ${new Date(failing_since_ms - 60_000).toISOString()}\n`);
});

test('refuses and changes nothing', async ({ endpoint }) => {
  await deliveriesTo(endpoint, { status: 'failed' });
  const nobody = `whk_${'0'.repeat(26)}`;
  const event = `evt_${'0'.repeat(26)}`;
  const absent = /There is no webhook endpoint whk_0+\.\n$/;

  const refusals: (readonly [code: number, message: RegExp, argv: readonly string[]])[] = [
    [1, absent, ['show', nobody]],
    [1, absent, ['resend', nobody, event]],
    [1, absent, ['resend-since', nobody, '1d']],
    [1, absent, ['rotate-secret', nobody]],
    [1, /There is no event evt_0+: it never existed, or is more than 30/, ['resend', endpoint.id, event]],
    [1, /<when> must be in the past/, ['resend-since', endpoint.id, '2040-01-01T00:00:00Z']],
    [2, /argument 'webhook'.*whk_ and 26 lower-case characters/, ['show', 'hooks']],
    [2, /argument 'event'.*evt_ and 26 lower-case characters/, ['resend', endpoint.id, 'last']],
    [2, /argument 'when'.*ago \(30m, 12h, 7d\)/, ['resend-since', endpoint.id, 'yesterday']],
    [2, /option '--status <status>'.*pending, succeeded/, ['deliveries', endpoint.id, '--status', 'lost']],
    [2, /option '--limit <n>'.*1 to 9999/, ['deliveries', endpoint.id, '--limit', '0']],
  ];
  for (const [code, message, argv] of refusals)
    await refuses(code, expect.stringMatching(message), 'webhooks', ...argv);

  expect(await schedule(endpoint.id)).toEqual([]);
});

test('makes a new secret; the old one signs too for a day', async () => {
  const endpoint = await registered(stage);
  const owner = { id: endpoint.id, organization_id: endpoint.organization };
  const secrets = async () =>
    Promise.all(
      ((await storedWebhook(endpoint))?.secrets ?? []).map(async ({ ciphertext, expires_at_ms }) => ({
        secret: await decryptSecret(ciphertext, owner),
        expires_at_ms,
      })),
    );

  const first = await record('webhooks rotate-secret', endpoint.id);
  expect(first).toMatchObject({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    secret_created_at: new Date(clock.now).toISOString(),
    previous_secret_created_at: first.created_at,
    previous_secret_expires_at: new Date(clock.now + day).toISOString(),
  });
  expect(await secrets()).toEqual([
    { secret: first.secret, expires_at_ms: null },
    { secret: endpoint.secret, expires_at_ms: clock.now + day },
  ]);

  clock.now += day;
  expect(await record('webhooks show', endpoint.id)).toMatchObject({ previous_secret_expires_at: null });

  const { stdout } = await admin('webhooks rotate-secret', endpoint.id, '--now', '--yes');
  expect(stdout.match(/whsec_/g)).toHaveLength(1);
  expect(stdout).toContain('is shown only this once');
  expect(stdout).toContain('The old secrets end within a minute');
  expect(await secrets()).toEqual([{ secret: /whsec_\S+/.exec(stdout)?.[0], expires_at_ms: null }]);
});

const byRegistrar = { reason: 'registrar', at: '2029-12-31T00:00:00.000Z' } as const;

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
  const change = (email: string, organization: string) =>
    admin('members', verb, '--yes', email, ...role, '--organization', organization);

  // Threat: An integration stops and nobody notices
  test('says first which endpoints stop, for good, even if the member gets the role back', async () => {
    const { id, organization, email, user, ownerId } = await byAdmin();
    const second = await registeredIn(organization, user);
    const ofStaff = await registeredIn(organization, user, { registered_by_staff: true });
    await registeredIn(organization, user, { disabled: byRegistrar });
    const ofOwner = await registeredIn(organization, ownerId);

    const { code, stdout } = await change(email, organization);
    const back = verb === 'remove' ? ['add', email, '--role', 'admin'] : ['set-role', email, 'admin'];
    await record('members', ...back, '--organization', organization);

    expect(code).toBe(0);
    const announced = isStopping(second.id) + isStopping(id);
    expect(stdout.slice(0, announced.length)).toBe(announced);
    expect(stdout).toMatch(new RegExp(`^stopped webhooks +${second.id}, ${id}$`, 'm'));
    expect(stdout.match(/ stops\. /g)).toHaveLength(2);
    const disabledAt = { reason: 'registrar', at: new Date(clock.now).toISOString() };
    expect((await storedWebhook({ id, organization }))?.disabled).toEqual(disabledAt);
    expect((await storedWebhook({ id: ofStaff.id, organization }))?.disabled).toBeNull();
    expect((await storedWebhook({ id: ofOwner.id, organization }))?.disabled).toBeNull();
    expect(await record('webhooks show', id)).toMatchObject({ disabled_reason: 'registrar' });
  });
});

describe('webhooks enable', () => {
  test('makes the person of --as its registrar', async () => {
    const endpoint = await byAdmin({ disabled: byRegistrar, registered_by_staff: true });
    const { id, owner, ownerId } = endpoint;

    const { code, stdout } = await admin('webhooks enable', id, '--as', owner);

    expect(code).toBe(0);
    expect(stdout).toContain(`${ownerId} is responsible for it now.\n`);
    expect(stdout).toContain(`It was disabled since ${byRegistrar.at} (registrar).`);
    expect(await storedWebhook(endpoint)).toMatchObject({
      created_by: ownerId,
      registered_by_staff: false,
      disabled: null,
      enabled_at_ms: clock.now,
    });
  });

  test('needs --as when the endpoint has no registrar who may manage it, or lost one', async () => {
    const demoted = await byAdmin({ disabled: { ...byRegistrar, reason: 'gone' } });
    await record('members set-role --yes', demoted.email, 'member', '--organization', demoted.organization);
    const restored = await byAdmin({ disabled: byRegistrar });

    for (const { id } of [demoted, restored]) {
      const message = `Name an owner or admin: webhooks enable ${id} --as <user>\n`;
      await refuses(1, expect.stringContaining(message), 'webhooks enable', id);
    }
  });

  test('refuses a registrar who may not manage the endpoint, and an unknown one', async () => {
    const { id, organization } = await byAdmin({ disabled: byRegistrar });
    const member = await joined(stage, organization);
    const stranger = (await founded(stage)).email;
    const off = await joined(stage, organization, 'admin');
    await record('users disable --yes', off);

    const refusals = [
      [1, off, `${off} is disabled since `],
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
