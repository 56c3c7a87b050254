import type { Command } from 'commander';
import type { DeliveryItem } from '../../../shared/data/deliveries.ts';
import type { Admin } from '../admin.ts';
import * as args from '../arguments.ts';
import type { Data } from '../stage.ts';
import {
  exampleEvent,
  exampleWebhook,
  existingDelivery,
  existingWebhook,
  webhookArgument,
} from './lookups.ts';
import { attemptBlanks, presentAttempt, presentDelivery } from './records.ts';
import { sinceTime } from './since.ts';

const defaultLimit = 50;
/** Where most deliveries have another status than the one that is asked for, they are read by the hundred. */
const leastPage = 100;

interface DeliveryFilter {
  readonly since?: args.Since;
  readonly status?: DeliveryItem['status'];
  readonly limit: number;
}

export function addDeliveries(webhooks: Command, admin: Admin): void {
  webhooks
    .command('deliveries')
    .description('What was to be delivered to an endpoint in the last 30 days, newest event first.')
    .argument(...webhookArgument)
    .option('--since <when>', 'events since then: 30m, 12h, 7d (ago) or a date-time', args.since)
    .option('--status <status>', `only these: ${args.deliveryStatuses.join(', ')}`, args.deliveryStatus)
    .option('--limit <n>', 'how many at most', args.limit, defaultLimit)
    .addHelpText(
      'after',
      `
Failed: no attempt is left. Skipped: the endpoint was disabled. Pending: an attempt is being made, or is due at the time shown.

Examples:
  npm run admin -- webhooks deliveries ${exampleWebhook}
  npm run admin -- webhooks deliveries ${exampleWebhook} --since 12h --status failed`,
    )
    .action((id: string, filter: DeliveryFilter) => listDeliveries(admin, id, filter));

  webhooks
    .command('attempts')
    .description('What came of each attempt to deliver an event, first one first.')
    .argument(...webhookArgument)
    .argument('<event>', "the event's id", args.eventReference)
    .option('--bodies', 'in full: with the first 4 KiB of each answer (--json always is)')
    .addHelpText(
      'after',
      `
Examples:
  npm run admin -- webhooks attempts ${exampleWebhook} ${exampleEvent}
  npm run admin -- webhooks attempts ${exampleWebhook} ${exampleEvent} --bodies`,
    )
    .action((id: string, event: string, { bodies }: { bodies?: true }) =>
      listAttempts(admin, id, event, bodies === true),
    );
}

async function listDeliveries(admin: Admin, id: string, filter: DeliveryFilter): Promise<void> {
  const from = filter.since && sinceTime('--since', filter.since, admin.now());
  const { data } = await admin.connect();
  await existingWebhook(data, id);
  const { found, hasMore } = await select(data, id, filter, from);
  const output = admin.output();
  output.list(
    'deliveries',
    found.map((delivery) => presentDelivery(data, delivery)),
    { columns: ['event_id', 'event_type', 'event_at', 'status', 'attempts', 'next_attempt_at'] },
  );
  if (hasMore) output.note(`There are more than these ${found.length}: see --limit and --since.`);
}

async function select(data: Data, id: string, filter: DeliveryFilter, from: number | undefined) {
  const { status, limit } = filter;
  const range = { limit: Math.max(limit + 1, leastPage), ...(from && { from: data.firstUlidAt(from) }) };
  const found: DeliveryItem[] = [];
  let before: string | undefined;
  do {
    const page = await data.listDeliveries(id, { ...range, ...(before && { before }) });
    found.push(...page.deliveries.filter((one) => status === undefined || one.status === status));
    before = page.next;
  } while (before && found.length <= limit);
  return { found: found.slice(0, limit), hasMore: found.length > limit };
}

async function listAttempts(admin: Admin, id: string, event: string, bodies: boolean): Promise<void> {
  const { data } = await admin.connect();
  await existingWebhook(data, id);
  const delivery = await existingDelivery(data, id, event);
  const attempts = (await data.listAttempts(id, event)).map(presentAttempt);
  const output = admin.output();
  if (bodies) output.records('attempts', attempts, attemptBlanks);
  else
    output.list('attempts', attempts, {
      columns: ['number', 'started_at', 'status_code', 'error', 'latency_milliseconds', 'next_attempt_at'],
      blanks: attemptBlanks,
    });
  output.note(`The delivery ${outlook(delivery, admin.now())}.`);
}

function outlook({ status, attempting, next_attempt_at }: DeliveryItem, now: number): string {
  if (next_attempt_at === null) return `is ${status}`;
  if (attempting) return 'is pending: an attempt is being made, or was cut off and will be recorded as such';
  const at = new Date(next_attempt_at).toISOString();
  return `is pending: its next attempt ${next_attempt_at <= now ? 'has been' : 'is'} due ${next_attempt_at <= now ? 'since' : 'at'} ${at}`;
}
