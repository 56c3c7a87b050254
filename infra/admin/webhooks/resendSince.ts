import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { DeliveryItem } from '../../../shared/data/deliveries.ts';
import { type Admin, readable } from '../admin.ts';
import { type Since, since } from '../arguments.ts';
import { Refusal } from '../refusal.ts';
import type { Data } from '../stage.ts';
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
    .addHelpText(
      'after',
      `
It can be interrupted and run again: what is pending already is left as it is.

Examples:
  npm run admin -- webhooks resend-since ${exampleWebhook} 12h
  npm run admin -- webhooks resend-since ${exampleWebhook} 2026-11-21T09:30:00Z --all`,
    )
    .action((id: string, when: Since, { all }: { all?: true }) =>
      resendSince(admin, id, when, all ? ['failed', 'skipped', 'succeeded'] : ['failed', 'skipped']),
    );
}

/** Which deliveries are sent again: those with one of the statuses, of events since `from` (epoch milliseconds). */
interface Selection {
  readonly id: string;
  readonly statuses: Statuses;
  readonly from: number;
}
type Statuses = readonly DeliveryItem['status'][];

async function resendSince(admin: Admin, id: string, when: Since, statuses: Statuses): Promise<void> {
  const now = admin.now();
  const from = sinceTime('<when>', when, now);
  const stage = await admin.connect();
  let resent = 0;
  let pending = 0;
  try {
    for await (const page of pagesOf(stage.data, { id, statuses, from }, now)) {
      resent += page.resent;
      pending += page.pending;
      // After each page, so that what was committed is under way whenever this is interrupted. A page that changed nothing
      // may have been committed by a run that was interrupted just here.
      if (page.resent + page.pending > 0) await deliverSoon(stage, id, admin.now());
    }
  } catch (error) {
    throw resent === 0 ? error : interrupted(resent, error);
  }
  const output = admin.output();
  output.record({
    webhook_id: id,
    since: new Date(from).toISOString(),
    resent_deliveries: resent,
    already_pending_deliveries: pending,
  });
  if (resent > 0)
    output.note(`What comes of it: webhooks deliveries ${id} --since ${new Date(from).toISOString()}`);
}

/** Newest first. All are due at `now`, so that a worker takes the oldest event first. */
async function* pagesOf(data: Data, selection: Selection, now: number) {
  let before: string | undefined;
  do {
    const pauseOver = delay(pageMilliseconds);
    const page = await data.retryOnConflict(() => resendPage(data, selection, now, before));
    yield page;
    before = page.next;
    if (before && page.resent > 0) await pauseOver;
  } while (before);
}

async function resendPage(data: Data, { id, statuses, from }: Selection, now: number, before?: string) {
  const { webhook } = await existingWebhook(data, id);
  requireEnabled(webhook);
  const range = { from: data.firstUlidAt(from), limit: pageSize, ...(before && { before }) };
  const { deliveries, next } = await data.listDeliveries(id, range);
  const [first, ...others] = deliveries
    .filter(({ status }) => statuses.includes(status))
    .map((delivery) => data.replaceDelivery(delivery, data.pendingAgain(delivery, now)));
  if (first) await data.commit(...first, ...others.flat());
  return {
    resent: first ? 1 + others.length : 0,
    pending: deliveries.filter(({ status }) => status === 'pending').length,
    next,
  };
}

const interrupted = (resent: number, error: unknown): Refusal =>
  new Refusal(
    `${readable(error)} Until then ${resent} were made pending: run the command again for the rest.`,
  );
