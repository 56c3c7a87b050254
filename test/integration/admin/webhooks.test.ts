import { beforeEach, expect } from 'vitest';
import { acquireLane, releaseIdleLane } from '../../../shared/data/webhooks/lanes.ts';
import { deliveriesTo, registered, registeredIn, schedule, storedWebhook, testOn } from './endpoints.ts';
import { founded, operator } from './operator.ts';

const stage = operator();
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
