import { commitWithActs } from '../data/activity.ts';
import type { Write } from '../data/commit.ts';
import { replaceWebhook, type WebhookItem } from '../data/webhooks.ts';
import { actOf } from './acts.ts';
import type { By } from './describe.ts';
import { commitDisabling } from './endpoints.ts';

/**
 * Commits the next state of an endpoint, with other writes, and returns it as it is then; the others are told if it is disabled by
 * that. Conflicts when it has changed since it was loaded.
 */
export async function commitEndpoint(
  before: WebhookItem,
  next: WebhookItem,
  by: By,
  others: readonly Write[] = [],
  act: 'webhook.updated' | 'webhook.secret_rotated' = 'webhook.updated',
): Promise<WebhookItem> {
  if (!before.disabled && next.disabled) return commitDisabling(next, by, others);
  const [committed] = await commitWithActs(
    [actOf(act, next.organization_id, by, { webhook_id: next.id })],
    [replaceWebhook(next), ...others],
  );
  return committed;
}
