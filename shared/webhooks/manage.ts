import type { OrganizationId, WebhookId } from '../contract/identifiers.ts';
import type { WebhookDetails } from '../contract/resources/webhook.ts';
import { commitWithActs } from '../data/activity.ts';
import { getCaller } from '../data/callers.ts';
import { retryOnConflict } from '../data/conflict.ts';
import { getOrganization } from '../data/organizations.ts';
import { countScheduled } from '../data/schedule.ts';
import { getWebhook, removeWebhook, type StoredSecret, type WebhookItem } from '../data/webhooks.ts';
import { actOf } from '../events/acts.ts';
import type { By } from '../events/describe.ts';
import { presentWebhookState } from '../present.ts';
import { encryptSecret, type SecretOwner } from './secrets.ts';
import { newSecret } from './signature.ts';

/** What is done with endpoints by requests and by operators. */

/** The last ones are not counted: whoever looks wants to know whether there are few or many. */
const pendingMax = 1000;

/** What is shown of an endpoint besides what it says itself. */
export type Standing = Pick<WebhookDetails, 'created_by' | 'pending_deliveries'>;

/** Reads who answers for an endpoint and how much is pending for it, in one round trip. */
export async function standingOf({ id, created_by }: WebhookItem): Promise<Standing> {
  const [registrar, pending_deliveries] = await Promise.all([
    getCaller(created_by),
    countScheduled(id, pendingMax),
  ]);
  const type = created_by.startsWith('svc_') ? 'service_account' : 'user_account';
  return {
    created_by: { id: created_by, type, name: registrar?.name ?? created_by },
    pending_deliveries,
  };
}

export const presentWebhookDetails = (webhook: WebhookItem, standing: Standing): WebhookDetails => ({
  ...presentWebhookState(webhook),
  ...standing,
});

/** Makes an endpoint's new signing secret, as it is shown and as it is stored. `now`: epoch milliseconds. */
export async function makeSecret(
  owner: SecretOwner,
  now: number,
): Promise<{ readonly secret: string; readonly stored: StoredSecret }> {
  const secret = newSecret();
  const ciphertext = await encryptSecret(secret, owner);
  return { secret, stored: { ciphertext, created_at: new Date(now).toISOString(), expires_at_ms: null } };
}

/** Long enough for a receiver to be changed within a working day, wherever its people are. */
const overlapMilliseconds = 24 * 60 * 60_000;

/** So many sign: who rotates more often in a day has given the oldest to no receiver. */
const secretsMax = 10;

/**
 * Returns an endpoint with a new secret; its predecessor signs beside it for 24 hours, as do older ones until theirs are over, for
 * receivers may have those while the answer with the last one was lost. `endsOld`: all of them end at once.
 */
export function withSecret(
  webhook: WebhookItem,
  current: StoredSecret,
  now: number,
  endsOld = false,
): WebhookItem {
  const old = webhook.secrets
    .map((secret) => ({ ...secret, expires_at_ms: secret.expires_at_ms ?? now + overlapMilliseconds }))
    .filter(({ expires_at_ms }) => expires_at_ms > now && !endsOld);
  return { ...webhook, secrets: [current, ...old].slice(0, secretsMax) };
}

/** Returns an endpoint that was disabled as it is once it is enabled again: it is given five days anew. */
export const enabledAt = (webhook: WebhookItem, now: number): WebhookItem => ({
  ...webhook,
  disabled: null,
  enabled_at_ms: now,
});

/** Deletes an endpoint, with whatever is pending for it, and returns it; undefined when there is none. */
export const deleteEndpoint = (
  organizationId: OrganizationId,
  webhookId: WebhookId,
  by: By,
): Promise<WebhookItem | undefined> =>
  retryOnConflict(async () => {
    const [webhook, organization] = await Promise.all([
      getWebhook(organizationId, webhookId),
      getOrganization(organizationId),
    ]);
    if (!webhook || !organization) return undefined;
    await commitWithActs(
      [actOf('webhook.deleted', organizationId, by, { webhook_id: webhookId })],
      removeWebhook(webhook, organization),
    );
    return webhook;
  });
