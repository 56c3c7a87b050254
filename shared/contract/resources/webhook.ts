import * as z from 'zod/mini';
import { webhookDisabledReason, webhookState } from '../enumerations.ts';
import { organizationId, webhookId } from '../identifiers.ts';
import { dateTime } from '../text.ts';

/** Specification 2.12. */
export const webhookEndpoint = z.strictObject({
  id: webhookId,
  org_id: organizationId,
  url: z.url(),
  events: z.array(z.string()).check(z.minLength(1)),
  created_at: dateTime,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** The creation response, the only place that ever carries the secret: `whsec_` and the Base64 of 32 bytes. */
export const webhookEndpointWithSecret = z.extend(webhookEndpoint, {
  secret: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/)),
});

/** An endpoint, and whether events are delivered to it. */
export const webhookWithState = z.extend(webhookEndpoint, {
  state: webhookState,
  /** null while it is enabled, as is the time. */
  disabled_reason: z.nullable(webhookDisabledReason),
  disabled_at: z.nullable(dateTime),
});
export type WebhookWithState = z.infer<typeof webhookWithState>;
