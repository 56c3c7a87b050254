import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { deliveriesOf, endpointThatMissed, update } from '../support/endpoints.ts';
import { problem } from '../support/organizations.ts';

describe('a finished delivery', () => {
  test('is resent, once for many requests', async () => {
    const endpoint = await endpointThatMissed(2);
    const [other, missed] = await deliveriesOf(endpoint);
    const request = { ...endpoint.as, path: { ...endpoint.path, event_id: missed?.event_id ?? '' } };

    const resent = await call.resendWebhookDelivery(request);
    const again = await call.resendWebhookDelivery(request);

    expect(resent).toMatchObject({
      status: 200,
      body: { ...missed, status: 'pending', next_attempt_at: expect.any(String) },
    });
    expect(again).toMatchObject({ status: 200, body: { event_id: missed?.event_id, status: 'pending' } });
    expect(await deliveriesOf(endpoint)).toMatchObject([
      other,
      { event_id: missed?.event_id, status: 'pending' },
    ]);
  });

  test('is not resent to a disabled endpoint', async () => {
    const endpoint = await endpointThatMissed(1);
    const [missed] = await deliveriesOf(endpoint);
    await update(endpoint, { enabled: false });

    const path = { ...endpoint.path, event_id: missed?.event_id ?? '' };
    const answer = await call.resendWebhookDelivery({ ...endpoint.as, path });

    expect(answer).toMatchObject(problem(422, ['path.webhook_id', endpoint.id]));
    expect(await deliveriesOf(endpoint)).toEqual([missed]);
  });

  test('of another endpoint or of an unknown event is not found', async () => {
    const [one, other] = [await endpointThatMissed(1), await endpointThatMissed(0)];
    const [missed] = await deliveriesOf(one);

    for (const event_id of [missed?.event_id ?? '', `evt_${'0'.repeat(26)}`])
      expect(
        await call.resendWebhookDelivery({ ...other.as, path: { ...other.path, event_id } }),
      ).toMatchObject(problem(404));
  });
});
