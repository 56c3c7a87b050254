import { beforeAll, describe, expect } from 'vitest';
import { eventTypes } from '../../shared/contract/eventTypes.ts';
import type { WebhookDelivery } from '../../shared/contract/resources/webhook.ts';
import { call } from '../support/documents.ts';
import {
  deliveriesOf,
  endpointOf,
  endpointThatMissed,
  newEndpoint,
  read,
  type StagedEndpoint,
  update,
} from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { newOrganization, register, unusedUrl, webhooksOf } from '../support/webhooks.ts';

describe('a webhook endpoint', () => {
  test('is registered with its secret, which is shown once', async ({ organization }) => {
    const before = Date.now();

    const { status, headers, body } = await register(organization.headers, {
      url: unusedUrl,
      events: ['document.ready', 'version.failed', 'document.ready'],
    });

    expect(status).toBe(201);
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/v1/webhooks/${body.id}$`));
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-hjkmnp-tv-z]{26}$/),
      org_id: organization.id,
      url: unusedUrl,
      events: ['document.ready', 'version.failed'],
      created_at: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(Buffer.from(body.secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before - 1000);
    const { secret, ...shown } = body;
    expect(await webhooksOf(organization.headers)).toEqual([shown]);
    const other = await register(organization.headers, { url: unusedUrl, events: ['*'] });
    expect([other.body.secret === secret, other.body.id === body.id]).toEqual([false, false]);
  });

  test('is not registered with a URL that is not absolute HTTPS, or for an unknown event', async ({
    organization: { headers },
  }) => {
    const answer = await register(headers, { url: 'http://receiver.example/hooks', events: ['*'] });
    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain('url');
    const events = ['document.ready', 'document.exploded'];
    const unknown = await register(headers, { url: unusedUrl, events });
    expect(unknown).toMatchObject(problem(422, ['body.events.1', 'document.exploded']));
    for (const type of [...eventTypes, '*']) expect(unknown.problem?.errors?.[0]?.message).toContain(type);
    expect(await webhooksOf(headers)).toEqual([]);
  });
});

test('webhooks of the organization are listed newest first, without their secrets', async ({
  organization: { headers },
}) => {
  expect(await webhooksOf(headers)).toEqual([]);
  const registered = [];
  for (const type of ['webhook.test', 'document.failed', '*'])
    registered.push((await register(headers, { url: `${unusedUrl}/${type}`, events: [type] })).body);

  const answer = await call.listWebhooks({ as: 'staff', headers });

  expect(answer.body.webhooks).toEqual(registered.toReversed().map(({ secret: _secret, ...shown }) => shown));
  expect(JSON.stringify(answer.body)).not.toContain('whsec_');
  expect(await webhooksOf((await newOrganization()).headers)).toEqual([]);
});

describe('an endpoint', () => {
  test('is shown with its state, its registrar and its pending deliveries, and gets another secret', async ({
    endpoint,
  }) => {
    const [listed] = await webhooksOf(endpoint.as.headers);
    const request = { ...endpoint.as, path: endpoint.path };

    const { status, body, headers } = await call.getWebhook(request);
    const rotated = await call.rotateWebhookSecret(request);

    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"/);
    expect(body).toEqual({
      ...listed,
      state: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      created_by: {
        id: expect.stringMatching(/^user_[0-9a-hjkmnp-tv-z]{26}$/),
        type: 'user_account',
        name: expect.any(String),
      },
      pending_deliveries: 0,
    });
    expect(rotated.body).toEqual({ ...listed, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    expect(rotated.body.secret).not.toBe(endpoint.secret);
    expect(JSON.stringify([await read(endpoint), await webhooksOf(endpoint.as.headers)])).not.toContain(
      'whsec_',
    );
  });

  test('gets another URL and other events, and is disabled and enabled, also by repeated requests', async ({
    endpoint,
  }) => {
    const before = await read(endpoint);

    const moved = await update(endpoint, { url: `${unusedUrl}/moved` });
    const resubscribed = await update(endpoint, { events: ['document.ready', '*', 'document.ready'] });

    expect(moved).toMatchObject({ status: 200, body: { ...before, url: `${unusedUrl}/moved` } });
    const expected = { ...before, url: `${unusedUrl}/moved`, events: ['document.ready', '*'] };
    expect(resubscribed.body).toEqual(expected);
    expect((await update(endpoint, {})).body).toEqual(expected);
    const disabled = await update(endpoint, { enabled: false });
    expect(disabled.body).toEqual({
      ...expected,
      state: 'disabled',
      disabled_reason: 'request',
      disabled_at: expect.any(String),
    });
    expect((await update(endpoint, { enabled: false })).body).toEqual(disabled.body);
    for (let times = 0; times < 2; times++)
      expect((await update(endpoint, { enabled: true })).body).toEqual(expected);
    expect(await update(endpoint, { url: 'http://receiver.example/' })).toMatchObject(problem(400));
    expect(await read(endpoint)).toEqual(expected);
  });

  test('is deleted by one of many requests at the same time', async ({ organization }) => {
    const [endpoint, other] = [await endpointOf(organization), await endpointOf(organization)];
    const request = { ...endpoint.as, path: endpoint.path };

    const answers = await Promise.all(Array.from({ length: 5 }, () => call.deleteWebhook(request)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect(await call.getWebhook(request)).toMatchObject(problem(404));
    expect((await webhooksOf(endpoint.as.headers)).map(({ id }) => id)).toEqual([other.id]);
  });
});

test('a test event is sent to an endpoint with any subscription that is not disabled', async () => {
  const endpoint = await newEndpoint(['document.ready']);
  const send = () => call.testWebhook({ ...endpoint.as, path: endpoint.path });

  const { status, body } = await send();

  expect(status).toBe(200);
  expect(body).toEqual({
    event_id: expect.stringMatching(/^evt_[0-9a-hjkmnp-tv-z]{26}$/),
    type: 'webhook.test',
    status: 'pending',
    created_at: expect.any(String),
    next_attempt_at: expect.any(String),
    attempts: [],
  });
  const [delivery] = await eventually(
    () => deliveriesOf(endpoint),
    ([delivery]) => delivery?.attempts.length === 1,
  );
  expect(delivery).toMatchObject({
    event_id: body.event_id,
    status: 'pending',
    attempts: [{ number: 1, status_code: null, error: expect.any(String) }],
  });
  await update(endpoint, { enabled: false });
  expect(await send()).toMatchObject(problem(422, ['path.webhook_id', endpoint.id]));
});

const noMore = { next_cursor: '', has_more: false };
let endpoint: StagedEndpoint;
let all: WebhookDelivery[];
beforeAll(async () => {
  endpoint = await endpointThatMissed(3);
  all = await deliveriesOf(endpoint);
});

const ask = (query: Readonly<Record<string, string>>) =>
  call.listWebhookDeliveries({ ...endpoint.as, path: endpoint.path, query });
const resend = (event_id = '', { as, path } = endpoint) =>
  call.resendWebhookDelivery({ ...as, path: { ...path, event_id } });
const resendSince = (json: object) =>
  call.resendWebhookDeliveries({ ...endpoint.as, path: endpoint.path, json });

describe('deliveries', () => {
  test('are listed newest event first, in pages, by status and since a time', async () => {
    expect(all).toEqual(
      Array(3).fill({
        event_id: expect.stringMatching(/^evt_/),
        type: 'webhook.disabled',
        status: 'skipped',
        created_at: expect.any(String),
        next_attempt_at: null,
        attempts: [],
      }),
    );
    const ids = all.map(({ event_id }) => event_id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const since = all[1]?.created_at ?? '';
    for (const status of [{}, { status: 'skipped' }]) {
      const first = (await ask({ ...status, limit: '2' })).body;
      expect(first).toMatchObject({ items: all.slice(0, 2), pagination: { has_more: true } });
      const second = await ask({ ...status, limit: '2', cursor: first.pagination.next_cursor });
      expect(second.body).toEqual({ items: all.slice(2), pagination: noMore });
      expect((await ask({ ...status, since })).body.items).toEqual(all.slice(0, 2));
    }
    for (const query of [{ status: 'pending' }, { status: 'failed' }, { since: '2040-01-01T00:00:00Z' }])
      expect((await ask(query)).body).toEqual({ items: [], pagination: noMore });
  });

  test('are not listed by the cursor of another list', async () => {
    const { next_cursor: cursor } = (await ask({ limit: '1' })).body.pagination;
    const other = await newEndpoint();

    expect(await ask({ limit: '1', status: 'skipped', cursor })).toMatchObject(problem(400));
    expect(
      await call.listWebhookDeliveries({ ...other.as, path: other.path, query: { cursor } }),
    ).toMatchObject(problem(400));
    // Nor are they resent by another endpoint.
    for (const event_id of [all[0]?.event_id, `evt_${'0'.repeat(26)}`])
      expect(await resend(event_id, other)).toMatchObject(problem(404));
  });

  test('are resent once for many requests, and not to a disabled endpoint', async () => {
    const since = new Date(Date.now() - 60 * 60_000).toISOString();
    const [newest, , oldest] = all;
    await update(endpoint, { enabled: false });
    for (const answer of [await resend(oldest?.event_id), await resendSince({ since })]) {
      expect(answer).toMatchObject(problem(422, ['path.webhook_id', endpoint.id]));
      expect(answer.headers.get('x-error-code')).toBe('endpoint_disabled');
    }
    expect(await deliveriesOf(endpoint)).toEqual(all);
    await update(endpoint, { enabled: true });

    for (let times = 0; times < 2; times++)
      expect(await resend(oldest?.event_id)).toMatchObject({
        status: 200,
        body: { event_id: oldest?.event_id, status: 'pending', next_attempt_at: expect.any(String) },
      });
    expect(await deliveriesOf(endpoint)).toMatchObject([...all.slice(0, 2), { status: 'pending' }]);
    const counts = async (json: object) => {
      const { body } = await resendSince(json);
      return [body.resent_deliveries, body.already_pending_deliveries, body.next_since];
    };
    expect(await counts({ since: newest?.created_at })).toEqual([1, 0, null]);
    expect(await counts({ since })).toEqual([1, expect.any(Number), null]);
    expect(await counts({ since, all: true })).toEqual([0, 3, null]);
    const later = '2040-01-01T00:00:00Z';
    expect(await resendSince({ since: later })).toMatchObject(problem(422, ['body.since', later]));
  });
});
