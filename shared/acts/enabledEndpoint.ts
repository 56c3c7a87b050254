import type { WebhookItem } from '../data/webhooks.ts';
import { type Refused, refuse } from './refusal.ts';

export type EndpointRefusal = Refused<'no_endpoint'> | Refused<'endpoint_disabled', WebhookItem>;

/** Returns an endpoint that something can be sent to. */
export function enabledEndpoint(webhook: WebhookItem | undefined): WebhookItem | EndpointRefusal {
  if (!webhook) return refuse('no_endpoint');
  return webhook.disabled ? refuse('endpoint_disabled', webhook) : webhook;
}
