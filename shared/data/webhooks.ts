import * as z from 'zod/mini';
import {
  actorId,
  type OrganizationId,
  organizationId,
  type WebhookId,
  webhookId,
} from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import { creation, removal, replacement, type Write } from './commit.ts';
import { organizationKey, webhookKey, webhookPrefix } from './keys.ts';
import { createLane, removeLane } from './lanes.ts';
import { type OrganizationItem, replaceCounts } from './organizations.ts';
import { queryItems, readItems, under } from './read.ts';

/** A signing secret, encrypted. */
const storedSecret = z.object({
  /** What KMS made of it, in Base64. */
  ciphertext: z.string(),
  /** Absent: as old as the endpoint. */
  created_at: z.optional(dateTime),
  /** Until when it signs beside its successor; null: it is the current one. */
  expires_at_ms: z.nullable(z.int()),
});
export type StoredSecret = z.infer<typeof storedSecret>;

/** A webhook endpoint, as stored. */
export const webhookItem = z.object({
  id: webhookId,
  organization_id: organizationId,
  /** As it was given. */
  url: z.string(),
  events: z.array(z.string()),
  /** Who registered it: it is told what they may read. */
  created_by: actorId,
  /** The current one first. */
  secrets: z.array(storedSecret),
  /** Since when deliveries are attempted, or were last. */
  enabled_at_ms: z.int(),
  /** null: deliveries are attempted. */
  disabled: z.nullable(
    z.object({
      /** `gone`: it answered 410. `failing`: nothing has succeeded for 120 hours. */
      reason: z.enum(['gone', 'failing', 'operator']),
      at: dateTime,
    }),
  ),
  revision: z.int(),
});
export type WebhookItem = z.infer<typeof webhookItem>;

/** The webhook endpoints of an organization, newest first. There are at most 50. */
export async function listWebhooks(organizationId: OrganizationId): Promise<WebhookItem[]> {
  const items = await queryItems({
    ...under(organizationKey(organizationId), webhookPrefix),
    ScanIndexForward: false,
  });
  return items.map((item) => z.parse(webhookItem, item));
}

export async function getWebhook(
  organizationId: OrganizationId,
  webhookId: WebhookId,
): Promise<WebhookItem | undefined> {
  const [item] = await readItems(webhookKey(organizationId, webhookId));
  return item && z.parse(webhookItem, item);
}

/** The first state of an endpoint that is registered now (epoch milliseconds), with its signing secret as KMS encrypted it. */
export const newWebhook = (
  given: Pick<WebhookItem, 'id' | 'organization_id' | 'url' | 'events' | 'created_by'>,
  ciphertext: string,
  now: number,
): WebhookItem => ({
  ...given,
  secrets: [{ ciphertext, expires_at_ms: null }],
  enabled_at_ms: now,
  disabled: null,
  revision: 1,
});

/** Counts the endpoint in its organization, which was loaded with `revision`: so there are never more than the most. */
export const createWebhook = (webhook: WebhookItem, organization: OrganizationItem): Write[] => [
  creation(webhookKey(webhook.organization_id, webhook.id), webhook),
  createLane(webhook),
  recount(organization, 1),
];

/** The next state of an endpoint that was loaded with `revision`. */
export const replaceWebhook = (webhook: WebhookItem): Write<WebhookItem> =>
  replacement(webhookKey(webhook.organization_id, webhook.id), webhook);

/** What was delivered, or was to be, stays until it expires; without its lane nobody looks at it any more. */
export const removeWebhook = (webhook: WebhookItem, organization: OrganizationItem): Write[] => [
  removal(webhookKey(webhook.organization_id, webhook.id)),
  removeLane(webhook.id),
  recount(organization, -1),
];

const recount = (organization: OrganizationItem, difference: 1 | -1): Write =>
  replaceCounts(organization, {
    ...organization,
    webhook_count: organization.webhook_count + difference,
  });
