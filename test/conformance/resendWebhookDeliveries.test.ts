import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { deliveriesOf, endpointThatMissed, type StagedEndpoint, update } from '../support/endpoints.ts';
import { problem } from '../support/organizations.ts';

const resend = ({ as, path }: StagedEndpoint, json: unknown) =>
  call.resendWebhookDeliveries({ ...as, path, json });
const anHourAgo = () => new Date(Date.now() - 60 * 60_000).toISOString();

describe('missed events', () => {
  test('are resent, once for many requests', async () => {
    const endpoint = await endpointThatMissed(3);
    const since = anHourAgo();

    const first = await resend(endpoint, { since });
    const second = await resend(endpoint, { since, all: true });

    const none = { already_pending_deliveries: 0, next_since: null };
    expect(first).toMatchObject({ status: 200, body: { ...none, resent_deliveries: 3 } });
    expect(second.body).toEqual({ resent_deliveries: 0, already_pending_deliveries: 3, next_since: null });
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(Array(3).fill('pending'));
  });

  test('are not resent to a disabled endpoint', async () => {
    const endpoint = await endpointThatMissed(1);
    const before = await deliveriesOf(endpoint);
    await update(endpoint, { enabled: false });

    const answer = await resend(endpoint, { since: anHourAgo() });

    expect(answer).toMatchObject(problem(422, ['path.webhook_id', endpoint.id]));
    expect(answer.headers.get('x-error-code')).toBe('endpoint_disabled');
    expect(await deliveriesOf(endpoint)).toEqual(before);
  });

  test.for<[unknown, string, unknown]>([
    [{ since: '2040-01-01T00:00:00Z' }, 'body.since', '2040-01-01T00:00:00Z'],
  ])('are not resent for %j', async ([json, location, value]) => {
    const endpoint = await endpointThatMissed(0);

    expect(await resend(endpoint, json)).toMatchObject(problem(422, [location, value]));
  });
});
