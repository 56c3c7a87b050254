import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryStatus } from '../contract/enumerations.ts';
import type { EventId, WebhookId } from '../contract/identifiers.ts';
import { writeBookkeeping } from '../data/table/commit.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { firstUlidFrom } from '../data/table/ids.ts';
import { asPending } from '../data/webhooks/deliveries.ts';
import { listDeliveriesFrom } from '../data/webhooks/deliveryLists.ts';
import { replaceDelivery } from '../data/webhooks/deliveryWrites.ts';
import type { WebhookItem } from '../data/webhooks/webhooks.ts';
import { commitChange } from '../events/commitChange.ts';
import { actRecord, type By } from '../events/records/record.ts';
import { callWorker } from '../webhooks/callWorker.ts';

/** Each delivery is two items of a transaction, which takes at most 100 items (Amazon DynamoDB, "TransactWriteItems"). */
const pageSize = 50;
/**
 * All deliveries of an endpoint are in one partition, which takes 1000 write units a second (Amazon DynamoDB, "Burst and adaptive
 * capacity"). The transaction of a page takes 200. A page each 400 ms leaves half of the capacity to the worker that delivers at the same
 * time.
 */
const pageMilliseconds = 400;

interface ResendDeliveries {
  readonly webhookId: WebhookId;
  /** The time of the first events, as RFC 3339 text. */
  readonly since: string;
  /** Whether succeeded deliveries are sent again too, besides failed and skipped ones. */
  readonly all: boolean;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Returns the endpoint; throws when it cannot receive deliveries. Called before each page. */
  readonly load: () => Promise<WebhookItem>;
}

interface ResentPage {
  readonly resent: number;
  /** The deliveries that were pending already; they stay as they are. */
  readonly pending: number;
  /** The event at which the page ends; undefined on the last page. */
  readonly last: EventId | undefined;
}

/**
 * Makes deliveries pending, 50 at a time, oldest event first, and calls a worker after each page. A run can be interrupted and repeated, so
 * the record only says that it began.
 */
export async function* resendDeliveries({
  webhookId,
  since,
  all,
  by,
  now,
  load,
}: ResendDeliveries): AsyncGenerator<ResentPage, void, undefined> {
  const { organization_id } = await load();
  const about = { webhook_id: webhookId, since, all };
  await commitChange({
    records: [actRecord('webhook.deliveries_resent', organization_id, by, about)],
    writes: [],
  });
  const statuses: readonly DeliveryStatus[] = ['failed', 'skipped', ...(all ? (['succeeded'] as const) : [])];
  const from = firstUlidFrom(since);
  let after: EventId | undefined;
  do {
    const pauseOver = delay(pageMilliseconds);
    const page = await retryOnConflict(async () => {
      await load();
      const { deliveries, last } = await listDeliveriesFrom(webhookId, { from, after }, pageSize);
      const chosen = deliveries.filter(({ status }) => statuses.includes(status));
      await writeBookkeeping(
        chosen.flatMap((delivery) => replaceDelivery(delivery, asPending(delivery, now))),
      );
      const pending = deliveries.filter(({ status }) => status === 'pending').length;
      return { resent: chosen.length, pending, last };
    });
    // An interrupted run may have committed a page and not called a worker. So a worker is called too if all deliveries are pending
    // already.
    if (page.resent + page.pending > 0) await callWorker(webhookId, Date.now());
    yield page;
    after = page.last;
    if (after && page.resent > 0) await pauseOver;
  } while (after);
}
