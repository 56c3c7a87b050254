import { describe, expect } from 'vitest';
import { call } from '../support/documents.ts';
import { deliveriesOf, endpointOf, newEndpoint, read, update } from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { unusedUrl, webhooksOf } from '../support/webhooks.ts';

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
