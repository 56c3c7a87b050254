import { createdAt } from '../../../shared/data/table/ids.ts';
import type { AttemptItem, DeliveryItem } from '../../../shared/data/webhooks/deliveries.ts';
import type { Lane } from '../../../shared/data/webhooks/lanes.ts';
import type { StoredSecret, WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';

export const dateTimeOf = (epochMilliseconds: number | null | undefined): string | null =>
  epochMilliseconds == null ? null : new Date(epochMilliseconds).toISOString();

/** Presents an endpoint without its secrets. */
export const presentEndpoint = (webhook: WebhookItem) => ({
  id: webhook.id,
  organization_id: webhook.organization_id,
  url: webhook.url,
  events: webhook.events,
  state: webhook.disabled ? 'disabled' : 'enabled',
  disabled_reason: webhook.disabled?.reason ?? null,
  disabled_at: webhook.disabled?.at ?? null,
  created_at: createdAt(webhook.id),
});

/** Presents an endpoint's health. `pending`: the number of pending deliveries. */
export const presentHealth = (lane: Lane, pending: number) => ({
  failing_since: dateTimeOf(lane.failing_since_ms),
  pending_deliveries: pending,
});

/** Presents the age of an endpoint's current secret, and of the previous one while it is valid. */
export function presentSecrets({ id, secrets }: WebhookItem, now: number) {
  const beganAt = (secret: StoredSecret | undefined) =>
    secret ? (secret.created_at ?? createdAt(id)) : null;
  const previous = secrets.find(({ expires_at_ms }) => expires_at_ms !== null && expires_at_ms > now);
  return {
    secret_created_at: beganAt(secrets.find(({ expires_at_ms }) => expires_at_ms === null)),
    previous_secret_created_at: beganAt(previous),
    previous_secret_expires_at: dateTimeOf(previous?.expires_at_ms),
  };
}

export const presentDelivery = (delivery: DeliveryItem) => ({
  webhook_id: delivery.webhook_id,
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  event_at: createdAt(delivery.event_id),
  status: delivery.status,
  attempts: delivery.attempt_count,
  next_attempt_at: dateTimeOf(delivery.next_attempt_at_ms),
});

export const presentAttempt = (attempt: AttemptItem) => ({
  webhook_id: attempt.webhook_id,
  event_id: attempt.event_id,
  number: attempt.number,
  started_at: attempt.started_at,
  succeeded: attempt.succeeded,
  status_code: attempt.status_code,
  error: attempt.error?.class ?? null,
  error_message: attempt.error?.message ?? null,
  latency_milliseconds: attempt.duration_ms,
  next_attempt_at: dateTimeOf(attempt.next_attempt_at_ms),
  response_body: attempt.response_body,
});

/** The meaning of null in a field of an attempt. */
export const attemptBlanks = { started_at: 'not known', next_attempt_at: 'none', response_body: 'none' };
