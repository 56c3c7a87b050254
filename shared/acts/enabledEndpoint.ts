import type { OrganizationId, WebhookId } from '../contract/identifiers.ts';
import type { WebhookItem } from '../data/webhooks/webhooks.ts';
import type { By } from '../events/records/record.ts';
import { type Refused, refuse } from './refusal.ts';

/** An act on one endpoint. */
export interface EndpointAct {
  readonly organizationId: OrganizationId;
  readonly webhookId: WebhookId;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
}

export type EndpointRefusal = Refused<'no_endpoint'> | Refused<'endpoint_disabled', WebhookItem>;

/** Returns the endpoint if it can receive deliveries; otherwise the refusal. */
export function enabledEndpoint(webhook: WebhookItem | undefined): WebhookItem | EndpointRefusal {
  if (!webhook) return refuse('no_endpoint');
  return webhook.disabled ? refuse('endpoint_disabled', webhook) : webhook;
}
