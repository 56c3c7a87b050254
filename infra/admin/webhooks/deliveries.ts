import type { Command } from 'commander';
import type { EventId, Ulid, WebhookId } from '../../../shared/contract/identifiers.ts';
import type { ShownDelivery } from '../../../shared/data/deliveries.ts';
import { listAttempts, listDeliveries } from '../../../shared/data/deliveryLists.ts';
import { firstUlidAt } from '../../../shared/data/ids.ts';
import type { Admin } from '../admin.ts';
import * as args from '../arguments.ts';
import { examples } from '../examples.ts';
import {
  eventArgument,
  exampleEvent,
  exampleWebhook,
  existingDelivery,
  existingWebhook,
  webhookArgument,
} from './lookups.ts';
import { attemptBlanks, dateTimeOf, presentAttempt, presentDelivery } from './records.ts';
import { sinceTime } from './since.ts';

const defaultLimit = 50;

interface DeliveryFilter {
  readonly since?: args.Moment;
  readonly status?: ShownDelivery['status'];
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
Failed: no attempt is left. Skipped: the endpoint was disabled. Pending: an attempt is being made, or is due at the time shown.`,
    )
    .addHelpText(
      'after',
      examples(
        `webhooks deliveries ${exampleWebhook}`,
        `webhooks deliveries ${exampleWebhook} --since 12h --status failed`,
      ),
    )
    .action((webhookId: WebhookId, filter: DeliveryFilter) => showDeliveries(admin, webhookId, filter));

  webhooks
    .command('attempts')
    .description('What came of each attempt to deliver an event, first one first.')
    .argument(...webhookArgument)
    .argument(...eventArgument)
    .option('--bodies', 'in full: with the first 4 KiB of each answer (--json always is)')
    .addHelpText(
      'after',
      examples(
        `webhooks attempts ${exampleWebhook} ${exampleEvent}`,
        `webhooks attempts ${exampleWebhook} ${exampleEvent} --bodies`,
      ),
    )
    .action((webhookId: WebhookId, eventId: EventId, { bodies }: { bodies?: true }) =>
      showAttempts(admin, webhookId, eventId, bodies === true),
    );
}

async function showDeliveries(admin: Admin, webhookId: WebhookId, filter: DeliveryFilter): Promise<void> {
  const from = filter.since && sinceTime('--since', filter.since, admin.now());
  await admin.connect();
  await existingWebhook(webhookId);
  const { found, hasMore } = await select(webhookId, filter, from);
  const output = admin.output();
  output.list('deliveries', found.map(presentDelivery), {
    columns: ['event_id', 'event_type', 'event_at', 'status', 'attempts', 'next_attempt_at'],
  });
  if (hasMore) output.note(`There are more than these ${found.length}: see --limit and --since.`);
}

async function select(
  webhookId: WebhookId,
  { status, limit }: DeliveryFilter,
  sinceMilliseconds: number | undefined,
) {
  const from = sinceMilliseconds === undefined ? undefined : firstUlidAt(sinceMilliseconds);
  const found: ShownDelivery[] = [];
  let after: Ulid | undefined;
  do {
    const page = await listDeliveries(webhookId, { status, from, after, limit: limit + 1 });
    found.push(...page.items);
    after = page.next;
  } while (after && found.length <= limit);
  return { found: found.slice(0, limit), hasMore: found.length > limit };
}

async function showAttempts(
  admin: Admin,
  webhookId: WebhookId,
  eventId: EventId,
  bodies: boolean,
): Promise<void> {
  await admin.connect();
  await existingWebhook(webhookId);
  const delivery = await existingDelivery(webhookId, eventId);
  const attempts = (await listAttempts(webhookId, eventId)).map(presentAttempt);
  const output = admin.output();
  if (bodies) output.records('attempts', attempts, attemptBlanks);
  else
    output.list('attempts', attempts, {
      columns: ['number', 'started_at', 'status_code', 'error', 'latency_milliseconds', 'next_attempt_at'],
      blanks: attemptBlanks,
    });
  output.note(`The delivery ${outlook(delivery, admin.now())}.`);
}

function outlook({ status, attempting, next_attempt_at_ms }: ShownDelivery, now: number): string {
  if (next_attempt_at_ms === null) return `is ${status}`;
  if (attempting) return 'is pending: an attempt is being made, or was cut off and will be recorded as such';
  const due = next_attempt_at_ms <= now ? 'has been due since' : 'is due at';
  return `is pending: its next attempt ${due} ${dateTimeOf(next_attempt_at_ms)}`;
}
