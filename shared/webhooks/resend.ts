import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryStatus } from '../contract/enumerations.ts';
import type { EventId, Ulid, WebhookId } from '../contract/identifiers.ts';
import { commit, type Write } from '../data/commit.ts';
import { retryOnConflict } from '../data/conflict.ts';
import { type DeliveryItem, newDelivery, pendingAgain } from '../data/deliveries.ts';
import { listDeliveriesFrom } from '../data/deliveryLists.ts';
import { createDelivery, replaceDelivery } from '../data/deliveryWrites.ts';
import { createEvent, withoutFanOut } from '../data/events.ts';
import type { WebhookItem } from '../data/webhooks.ts';
import { type By, testEvent } from '../events/describe.ts';

/** Returns what sends an endpoint a test event, which is not fanned out. `now`: epoch milliseconds. */
export function newTest(
  webhook: WebhookItem,
  by: By,
  now: number,
): { readonly delivery: DeliveryItem; readonly writes: readonly Write[] } {
  const event = withoutFanOut(testEvent(webhook, by));
  const delivery = newDelivery(event, webhook.id, now);
  return { delivery, writes: [createEvent(event), ...createDelivery(delivery)] };
}

/** Returns what makes a delivery pending that is over: to be attempted at `now` (epoch milliseconds), with all its retries. */
export function resending(
  before: DeliveryItem,
  now: number,
): { readonly delivery: DeliveryItem; readonly writes: readonly Write[] } {
  const delivery = pendingAgain(before, now);
  return { delivery, writes: replaceDelivery(before, delivery) };
}

/** Each is two items of a transaction, and DynamoDB takes a hundred (Amazon DynamoDB, "TransactWriteItems"). */
const pageSize = 50;
/**
 * The pages of one endpoint are in one partition, which takes 1000 write units a second (Amazon DynamoDB, "Burst and
 * adaptive capacity"). In a transaction a page takes 200: this leaves the half to the worker that delivers meanwhile.
 */
const pageMilliseconds = 400;

/** The deliveries that are sent again: those with one of the statuses, of events since the ULID `from`. */
export interface Selection {
  readonly webhook_id: WebhookId;
  readonly statuses: readonly DeliveryStatus[];
  readonly from: Ulid;
}

/** What has failed or was skipped; `all`: what has succeeded, too. */
export const statusesToResend = (all: boolean): readonly DeliveryStatus[] =>
  all ? ['failed', 'skipped', 'succeeded'] : ['failed', 'skipped'];

export interface ResentPage {
  readonly resent: number;
  /** Those that were pending already, and are left as they are. */
  readonly pending: number;
  /** The event at which the page ends; undefined on the last one. */
  readonly last: EventId | undefined;
}

/**
 * Makes deliveries pending, 50 at a time, oldest event first. Whoever takes a page calls a worker to it, also where nothing was changed:
 * it may have been committed by somebody who was cut off just then.
 *
 * @param guard throws when nothing must be sent to the endpoint any more; it is asked before each page
 */
export async function* resendPages(
  selection: Selection,
  now: number,
  guard: () => Promise<unknown>,
): AsyncGenerator<ResentPage, void, undefined> {
  let after: EventId | undefined;
  do {
    const pauseOver = delay(pageMilliseconds);
    const page = await retryOnConflict(async () => {
      await guard();
      return resendPage(selection, now, after);
    });
    yield page;
    after = page.last;
    if (after && page.resent > 0) await pauseOver;
  } while (after);
}

async function resendPage(
  { webhook_id, statuses, from }: Selection,
  now: number,
  after: EventId | undefined,
): Promise<ResentPage> {
  const { deliveries, last } = await listDeliveriesFrom(webhook_id, { from, after }, pageSize);
  const chosen = deliveries.filter(({ status }) => statuses.includes(status));
  await commit(chosen.flatMap((delivery) => resending(delivery, now).writes));
  const pending = deliveries.filter(({ status }) => status === 'pending').length;
  return { resent: chosen.length, pending, last };
}
