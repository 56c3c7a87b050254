import * as z from 'zod/mini';
import { type WebhookDisabledReason, webhookDisabledReason } from '../../contract/enumerations.ts';
import {
  actorId,
  type OrganizationId,
  organizationId,
  type WebhookId,
  webhookId,
} from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { organizationKey } from '../keys/organizations.ts';
import { webhookKey, webhookPrefix, webhooksKey } from '../keys/webhooks.ts';
import { type OrganizationItem, replaceCounts } from '../organizations/organizations.ts';
import { type Change, creation, removal, replacement } from '../table/commit.ts';
import { queryAs, readAs, readEach, under } from '../table/read.ts';
import type { EventItem } from './events.ts';
import { createLane, removeLane } from './lanes.ts';

/** A signing secret, encrypted. */
const storedSecret = z.object({
  /** KMS's ciphertext, in Base64. */
  ciphertext: z.string(),
  /** Absent: it is as old as the endpoint. */
  created_at: z.optional(dateTime),
  /** The time until which it also signs; null: it is the current secret. */
  expires_at_ms: z.nullable(z.int()),
});
export type StoredSecret = z.infer<typeof storedSecret>;

/** A webhook endpoint, as stored. */
export const webhookItem = z.object({
  id: webhookId,
  organization_id: organizationId,
  /** The URL as the client sent it. */
  url: z.string(),
  events: z.array(z.string()),
  /**
   * Its registrar: the user who registered it, or who has taken it over. The endpoint only receives events that the registrar may
   * read, and only while the registrar is entitled to the endpoint (`entitlement.ts`).
   */
  created_by: actorId,
  /** True when its registrar acted as service staff and did not manage the organization. Staff need not be members. */
  registered_by_staff: z.boolean(),
  /** The current secret comes first. */
  secrets: z.array(storedSecret),
  /** The time when it was registered, last enabled, or last given another URL. */
  enabled_at_ms: z.int(),
  /** null: the endpoint is enabled. */
  disabled: z.nullable(
    z.object({
      /**
       * `gone`: it answered 410. `failing`: nothing has succeeded for 120 hours. `registrar`: its registrar may no longer manage the
       * organization.
       */
      reason: webhookDisabledReason,
      at: dateTime,
    }),
  ),
  revision: z.int(),
});
export type WebhookItem = z.infer<typeof webhookItem>;

/** Returns an endpoint that is disabled at `now` (epoch milliseconds). */
export const disabledFor = (
  webhook: WebhookItem,
  reason: WebhookDisabledReason,
  now: number,
): WebhookItem => ({ ...webhook, disabled: { reason, at: new Date(now).toISOString() } });

/** Returns whether an endpoint may receive an event: its registrar may read the resource of the event. */
export const mayReceive = (
  { created_by }: Pick<WebhookItem, 'created_by'>,
  { visible_to }: Pick<EventItem, 'visible_to'>,
): boolean => visible_to === null || visible_to === created_by;

/** Returns whether an organization has webhook endpoints. */
export async function hasEndpoints(organizationId: OrganizationId): Promise<boolean> {
  const organization = await readAs(counted, organizationKey(organizationId));
  return organization !== undefined && organization.webhook_count > 0;
}

const counted = z.object({ webhook_count: z.int() });

/** Lists the webhook endpoints of an organization, newest first. There are at most 50. */
export const listWebhooks = (organizationId: OrganizationId): Promise<WebhookItem[]> =>
  queryAs(webhookItem, {
    ...under(webhooksKey(organizationId), webhookPrefix),
    ScanIndexForward: false,
  });

export const getWebhook = async (
  organizationId: OrganizationId,
  webhookId: WebhookId,
): Promise<WebhookItem | undefined> =>
  (await readEach(webhookItem, [webhookKey(organizationId, webhookId)]))[0];

/** Returns the first state of an endpoint that is registered at `now` (epoch milliseconds), with its encrypted secret. */
export const newWebhook = (
  given: Pick<
    WebhookItem,
    'id' | 'organization_id' | 'url' | 'events' | 'created_by' | 'registered_by_staff'
  >,
  ciphertext: string,
  now: number,
): WebhookItem => ({
  ...given,
  secrets: [{ ciphertext, expires_at_ms: null }],
  enabled_at_ms: now,
  disabled: null,
  revision: 1,
});

/** Creates an endpoint and counts it in its organization; conflicts when the organization has changed since it was loaded. */
export const createWebhook = (webhook: WebhookItem, organization: OrganizationItem): Change[] => [
  creation(webhookKey(webhook.organization_id, webhook.id), webhook),
  createLane(webhook),
  recount(organization, 1),
];

/** Replaces an endpoint; conflicts when it has changed since it was loaded. */
export const replaceWebhook = (webhook: WebhookItem): Change<WebhookItem> =>
  replacement(webhookKey(webhook.organization_id, webhook.id), webhook);

/** Removes an endpoint. Its deliveries stay until they expire, but without its lane no worker looks at them. */
export const removeWebhook = (webhook: WebhookItem, organization: OrganizationItem): Change[] => [
  removal(webhookKey(webhook.organization_id, webhook.id)),
  removeLane(webhook.id),
  recount(organization, -1),
];

const recount = (organization: OrganizationItem, difference: 1 | -1): Change =>
  replaceCounts(organization, {
    ...organization,
    webhook_count: organization.webhook_count + difference,
  });
