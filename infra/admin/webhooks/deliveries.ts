import type { EventId, Ulid, WebhookId } from '../../../shared/contract/identifiers.ts';
import { firstUlidAt } from '../../../shared/data/table/ids.ts';
import type { ShownDelivery } from '../../../shared/data/webhooks/deliveries.ts';
import { listAttempts, listDeliveries } from '../../../shared/data/webhooks/deliveryLists.ts';
import type { Admin } from '../commandLine/admin.ts';
import type * as args from '../commandLine/arguments.ts';
import { existingDelivery, existingWebhook, sinceTime } from './lookups.ts';
import { attemptBlanks, dateTimeOf, presentAttempt, presentDelivery } from './records.ts';

interface DeliveryFilter {
  readonly since?: args.Moment;
  readonly status?: ShownDelivery['status'];
  readonly limit: number;
}

export async function showDeliveries(
  { output, now }: Admin,
  webhookId: WebhookId,
  filter: DeliveryFilter,
): Promise<void> {
  const from = filter.since && sinceTime('--since', filter.since, now);
  await existingWebhook(webhookId);
  const { found, hasMore } = await select(webhookId, filter, from);
  output.list('deliveries', found.map(presentDelivery), {
    columns: ['event_id', 'event_type', 'event_at', 'status', 'attempts', 'next_attempt_at'],
  });
  if (hasMore)
    output.note(`There are more than these ${found.length}. To see them, use --limit and --since.`);
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

export async function showAttempts(
  { output, now }: Admin,
  webhookId: WebhookId,
  eventId: EventId,
  { bodies }: { bodies?: true },
): Promise<void> {
  await existingWebhook(webhookId);
  const delivery = await existingDelivery(webhookId, eventId);
  const attempts = (await listAttempts(webhookId, eventId)).map(presentAttempt);
  if (bodies) output.records('attempts', attempts, attemptBlanks);
  else
    output.list('attempts', attempts, {
      columns: ['number', 'started_at', 'status_code', 'error', 'latency_milliseconds', 'next_attempt_at'],
      blanks: attemptBlanks,
    });
  output.note(`The delivery ${outlook(delivery, now)}.`);
}

function outlook({ status, attempting, next_attempt_at_ms }: ShownDelivery, now: number): string {
  if (next_attempt_at_ms === null) return `is ${status}`;
  if (attempting)
    return 'is pending: an attempt is being made, or was interrupted and will be recorded as such';
  const due = next_attempt_at_ms <= now ? 'has been due since' : 'is due at';
  return `is pending: its next attempt ${due} ${dateTimeOf(next_attempt_at_ms)}`;
}
