import { describe, expect } from 'vitest';
import type { EventId } from '../../shared/contract/identifiers.ts';
import { encryptSecret } from '../../shared/credentials/secrets.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { asPending, getDelivery } from '../../shared/data/webhooks/deliveries.ts';
import { recordSucceeded, replaceDelivery } from '../../shared/data/webhooks/deliveryWrites.ts';
import { replaceWebhook } from '../../shared/data/webhooks/webhooks.ts';
import { callWorker } from '../../shared/webhooks/callWorker.ts';
import { newSecret } from '../../shared/webhooks/signature.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { verifiedBy } from './hook.ts';
import { type Endpoint, isAnythingDue, Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

const hour = 60 * 60_000;

/** Resends a delivery as the command line does. */
async function resend(endpoint: Endpoint, eventId: EventId): Promise<void> {
  const before = await getDelivery(endpoint.id, eventId);
  if (!before) throw new Error('there is no such delivery');
  await transact(replaceDelivery(before, asPending(before, Date.now())));
  await callWorker(endpoint.id, Date.now());
}

describe('a delivery that is resent', () => {
  test('and then overwritten by a late result, leaves no entry in the schedule that keeps workers busy', async () => {
    const organization = await Organization.on(stage);
    const endpoint = await organization.register();
    const eventId = await organization.changeAndDeliver();
    const { delivery, attempts } = await organization.recordedDelivery(endpoint, eventId);
    const [attempt] = attempts;
    if (!attempt) throw new Error('there is no attempt');
    await resend(endpoint, eventId);
    await recordSucceeded([{ delivery, attempt }], [], 0);

    await stage.deliver();

    expect(await isAnythingDue(stage, endpoint)).toBe(false);
    expect((await organization.recordedDelivery(endpoint, eventId)).delivery).toMatchObject({
      status: 'succeeded',
      attempt_count: 1,
    });
  });

  test('has the same body, and the numbers of its attempts continue', async ({ organization, endpoint }) => {
    const eventId = await organization.changeAndDeliver();
    await stage.passTime(20 * hour);

    await resend(endpoint, eventId);
    await stage.deliver();

    const [first, second, ...others] = endpoint.deliveries;
    expect(others).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(eventId);
    expect(second?.headers['webhook-timestamp']).toBe(String(Math.floor(Date.now() / 1000)));
    const { delivery, attempts } = await organization.recordedDelivery(endpoint, eventId);
    expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 2, next_attempt_at_ms: null });
    expect(attempts.map(({ number }) => number)).toEqual([1, 2]);
    expect(await isAnythingDue(stage, endpoint)).toBe(false);
  });
});

describe('a replaced secret', () => {
  test('signs together with its successor until it expires', async ({ organization, endpoint }) => {
    const [before = ''] = endpoint.secrets;
    const after = newSecret();
    const expiresAt = Date.now() + 24 * hour;
    const { webhook } = await organization.recorded(endpoint);
    const ciphertext = await encryptSecret(after, webhook);
    const secrets = [
      { ciphertext, created_at: new Date().toISOString(), expires_at_ms: null },
      ...webhook.secrets.map((secret) => ({ ...secret, expires_at_ms: expiresAt })),
    ];
    await transact([replaceWebhook({ ...webhook, secrets })]);
    endpoint.secrets = [before, after];
    const verifiers = () => {
      const delivery = endpoint.deliveries.at(-1);
      if (!delivery) throw new Error('nothing has arrived');
      return {
        count: delivery.headers['webhook-signature']?.split(' ').length,
        before: verifiedBy(before, delivery) !== undefined,
        after: verifiedBy(after, delivery) !== undefined,
      };
    };

    await organization.changeAndDeliver();
    expect(verifiers()).toEqual({ count: 2, before: true, after: true });

    stage.setClock(expiresAt - 1);
    await organization.changeAndDeliver();
    expect(endpoint.deliveries).toHaveLength(2);
    expect(verifiers()).toEqual({ count: 2, before: true, after: true });

    stage.setClock(expiresAt);
    await organization.changeAndDeliver();
    expect(endpoint.deliveries).toHaveLength(3);
    expect(verifiers()).toEqual({ count: 1, before: false, after: true });
  });

  test('that belongs to another endpoint cannot be decrypted, and nothing is sent', async ({
    organization,
    endpoint,
  }) => {
    const other = await organization.register();
    const { webhook } = await organization.recorded(endpoint);
    const { secrets } = (await organization.recorded(other)).webhook;
    await transact([replaceWebhook({ ...webhook, secrets })]);
    const eventId = await organization.change();
    await stage.work('events', await stage.take('events'));
    const bodies = await stage.take('deliveries');

    await expect(stage.work('deliveries', bodies)).rejects.toThrow('deliverWebhook failed');

    expect(endpoint.receiver.received).toEqual([]);
    expect(other.deliveries).toHaveLength(1);
    const { delivery, attempts } = await organization.recordedDelivery(endpoint, eventId);
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 0 });
    expect(attempts).toEqual([]);
    expect((await organization.recorded(endpoint)).lane.lease).toBeUndefined();
    // After the secrets are right again, the sweep finds the other deliveries.
    const { webhook: wrong } = await organization.recorded(endpoint);
    await transact([replaceWebhook({ ...wrong, secrets: webhook.secrets })]);
    await stage.passTime(61_000);
    expect(endpoint.deliveries.map(({ event }) => event.id)).toEqual([eventId]);
  });
});
