import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { commit } from '../../../shared/data/commit.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { type DeliveryStatus, pendingAgain } from '../../../shared/data/deliveries.ts';
import { listDeliveries } from '../../../shared/data/deliveryLists.ts';
import { replaceDelivery } from '../../../shared/data/deliveryWrites.ts';
import { firstUlidAt } from '../../../shared/data/ids.ts';
import { type Admin, readable } from '../admin.ts';
import { type Moment, since } from '../arguments.ts';
import { examples } from '../examples.ts';
import { Refusal } from '../refusal.ts';
import { deliverSoon, exampleWebhook, existingWebhook, requireEnabled, webhookArgument } from './lookups.ts';
import { sinceTime } from './since.ts';

/** Each is two items of a transaction, and DynamoDB takes a hundred (Amazon DynamoDB, "TransactWriteItems"). */
const pageSize = 50;
/**
 * The pages of one endpoint are in one partition, which takes 1000 write units a second (Amazon DynamoDB, "Burst and
 * adaptive capacity"). In a transaction a page takes 200: this leaves the half to the worker that delivers meanwhile.
 */
const pageMilliseconds = 400;

export function addResendSince(webhooks: Command, admin: Admin): void {
  webhooks
    .command('resend-since')
    .description('Deliver once more what has failed or was skipped of the events since a point in time.')
    .argument(...webhookArgument)
    .argument('<when>', '30m, 12h, 7d (ago) or a date-time', since)
    .option('--all', 'what has succeeded, too: for a receiver that has lost what it got')
    .addHelpText('after', '\nIt can be interrupted and run again: what is pending already is left as it is.')
    .addHelpText(
      'after',
      examples(
        `webhooks resend-since ${exampleWebhook} 12h`,
        `webhooks resend-since ${exampleWebhook} 2026-11-21T09:30:00Z --all`,
      ),
    )
    .action((webhookId: WebhookId, when: Moment, { all }: { all?: true }) =>
      resendSince(admin, webhookId, when, all ? ['failed', 'skipped', 'succeeded'] : ['failed', 'skipped']),
    );
}

/** Which deliveries are sent again: those with one of the statuses, of events since `from` (epoch milliseconds). */
interface Selection {
  readonly webhookId: WebhookId;
  readonly statuses: Statuses;
  readonly from: number;
}
type Statuses = readonly DeliveryStatus[];

async function resendSince(
  admin: Admin,
  webhookId: WebhookId,
  when: Moment,
  statuses: Statuses,
): Promise<void> {
  const now = admin.now();
  const from = sinceTime('<when>', when, now);
  await admin.connect();
  let resent = 0;
  let pending = 0;
  try {
    for await (const page of pagesOf({ webhookId, statuses, from }, now)) {
      resent += page.resent;
      pending += page.pending;
      // After each page, so that what was committed is under way whenever this is interrupted. A page that changed nothing
      // may have been committed by a run that was interrupted just here.
      if (page.resent + page.pending > 0) await deliverSoon(webhookId, admin.now());
    }
  } catch (error) {
    throw resent === 0 ? error : interrupted(resent, error);
  }
  const output = admin.output();
  output.record({
    webhook_id: webhookId,
    since: new Date(from).toISOString(),
    resent_deliveries: resent,
    already_pending_deliveries: pending,
  });
  if (resent > 0)
    output.note(`What comes of it: webhooks deliveries ${webhookId} --since ${new Date(from).toISOString()}`);
}

/** Newest first. All are due at `now`, so that a worker takes the oldest event first. */
async function* pagesOf(selection: Selection, now: number) {
  let before: EventId | undefined;
  do {
    const pauseOver = delay(pageMilliseconds);
    const page = await retryOnConflict(() => resendPage(selection, now, before));
    yield page;
    before = page.next;
    if (before && page.resent > 0) await pauseOver;
  } while (before);
}

async function resendPage({ webhookId, statuses, from }: Selection, now: number, before?: EventId) {
  const { webhook } = await existingWebhook(webhookId);
  requireEnabled(webhook);
  const range = { from: firstUlidAt(from), limit: pageSize, ...(before && { before }) };
  const { deliveries, next } = await listDeliveries(webhookId, range);
  const chosen = deliveries.filter(({ status }) => statuses.includes(status));
  await commit(chosen.flatMap((delivery) => replaceDelivery(delivery, pendingAgain(delivery, now))));
  return {
    resent: chosen.length,
    pending: deliveries.filter(({ status }) => status === 'pending').length,
    next,
  };
}

const interrupted = (resent: number, error: unknown): Refusal =>
  new Refusal(
    `${readable(error)} Until then ${resent} were made pending: run the command again for the rest.`,
  );
