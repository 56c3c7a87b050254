import type { WebhookDisabledReason } from '../contract/enumerations.ts';
import type { Change, Write } from '../data/commit.ts';
import { retryOnConflict } from '../data/conflict.ts';
import { type Telling, tellingOf } from '../data/events.ts';
import { disabledFor, disableWebhook, getWebhook, type WebhookItem } from '../data/webhooks.ts';
import { type By, webhookDisabledEvent } from './describe.ts';
import { commitChange } from './outbox.ts';

/** Endpoints are disabled by commits that tell the other endpoints of the organization. */

/** Commits that an endpoint is disabled, with other writes, and has the others told. Conflicts when it has changed since it was loaded. */
export async function commitDisabling(
  next: WebhookItem,
  by: By,
  others: readonly Write[] = [],
): Promise<WebhookItem> {
  const [committed] = await commitChange({
    audience: { organization_id: next.organization_id, isThere: true },
    events: [tellingOf(webhookDisabledEvent(next, by))],
    writes: [disableWebhook(next), ...others],
  });
  return committed;
}

/** Commits that an endpoint is disabled, and has the others told. Conflicts when it has changed since it was loaded. */
export const commitDisabled = (webhook: WebhookItem, reason: WebhookDisabledReason, by: By) =>
  commitDisabling(disabledFor(webhook, reason, Date.now()), by);

/** The endpoints that stop with a change of their registrar, or of what they may do. */
export interface Stopping {
  /** Tells of them. */
  readonly events: Telling;
  /** Disables them, together with that change. */
  readonly writes: readonly Change<WebhookItem>[];
  /** Disables those for which the commit had no room, once it is there. */
  finish(): Promise<void>;
}

/**
 * So many endpoints are disabled in the commit that takes somebody's right: each is two of the hundred items that DynamoDB takes
 * in a transaction, and ten are left for the change itself. The last five of fifty follow in commits of their own; if whoever
 * makes these is killed, workers find the endpoints, as they do all that nobody answers for.
 */
const togetherMax = 45;

/** Returns what disables endpoints of an organization whose registrar may not manage it any more. `now`: epoch milliseconds. */
export function stop(endpoints: readonly WebhookItem[], by: By, now: number): Stopping {
  const disabled = endpoints.slice(0, togetherMax).map((webhook) => disabledFor(webhook, 'registrar', now));
  return {
    events: tellingOf(...disabled.map((webhook) => webhookDisabledEvent(webhook, by))),
    writes: disabled.map(disableWebhook),
    finish: async () => {
      for (const webhook of endpoints.slice(togetherMax)) await stopLater(webhook, by);
    },
  };
}

/** Disables an endpoint, unless that was done or somebody else has become its registrar. */
const stopLater = ({ id, organization_id, created_by }: WebhookItem, by: By): Promise<void> =>
  retryOnConflict(async () => {
    const webhook = await getWebhook(organization_id, id);
    if (webhook && !webhook.disabled && webhook.created_by === created_by)
      await commitDisabled(webhook, 'registrar', by);
  });
