import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { deliveriesOf, newEndpoint, update } from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';

describe('a test event', () => {
  test('is sent to an endpoint with any subscription, and its delivery is listed', async () => {
    const endpoint = await newEndpoint(['document.ready']);

    const { status, body } = await call.testWebhook({ ...endpoint.as, path: endpoint.path });

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
  });

  test('is not sent to a disabled endpoint', async () => {
    const endpoint = await newEndpoint();
    await update(endpoint, { enabled: false });

    const answer = await call.testWebhook({ ...endpoint.as, path: endpoint.path });

    expect(answer).toMatchObject(problem(422, ['path.webhook_id', endpoint.id]));
    expect(await deliveriesOf(endpoint)).toEqual([]);
  });
});
