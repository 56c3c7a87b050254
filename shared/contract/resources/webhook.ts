import * as z from 'zod/mini';
import { deliveryStatus, webhookDisabledReason, webhookState } from '../enumerations.ts';
import { eventId, organizationId, webhookId } from '../identifiers.ts';
import { dateTime } from '../text.ts';
import { user } from './user.ts';

/** Specification 2.12. */
export const webhookEndpoint = z.strictObject({
  id: webhookId,
  org_id: organizationId,
  url: z.url(),
  events: z.array(z.string()).check(z.minLength(1)),
  created_at: dateTime,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/**
 * An endpoint with its signing secret: `whsec_` and the Base64 of 32 bytes. Only the answers to a registration and to a rotation have it.
 */
export const webhookEndpointWithSecret = z.extend(webhookEndpoint, {
  secret: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/)),
});

/** An endpoint, and whether events are delivered to it. */
export const webhookWithState = z.extend(webhookEndpoint, {
  state: webhookState,
  /** null while the endpoint is enabled. So is `disabled_at`. */
  disabled_reason: z.nullable(webhookDisabledReason),
  disabled_at: z.nullable(dateTime),
});
export type WebhookWithState = z.infer<typeof webhookWithState>;

/** An endpoint as it is shown by itself. */
export const webhookDetails = z.extend(webhookWithState, {
  /** Its registrar: the member who registered it, or took it over. */
  created_by: user,
  /** 1,000 means 1,000 or more. */
  pending_deliveries: z.int().check(z.gte(0), z.lte(1000)),
});
export type WebhookDetails = z.infer<typeof webhookDetails>;

export const webhookAttempt = z.strictObject({
  /** 1 for the first attempt. */
  number: z.int(),
  /** null: unknown, because the worker was killed. */
  started_at: z.nullable(dateTime),
  duration_ms: z.nullable(z.int()),
  /** null: there was no answer. */
  status_code: z.nullable(z.int()),
  /** The reason for a missing answer, as a word; null: there was an answer. */
  error: z.nullable(z.string()),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

/** One event on its way to one endpoint. */
export const webhookDelivery = z.strictObject({
  event_id: eventId,
  type: z.string(),
  status: deliveryStatus,
  /** The time when the event happened. */
  created_at: dateTime,
  /** null: no attempt is planned. */
  next_attempt_at: z.nullable(dateTime),
  /** The last ten attempts, oldest first. */
  attempts: z.array(webhookAttempt),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
