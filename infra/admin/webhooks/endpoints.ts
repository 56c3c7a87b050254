import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { getMembers } from '../../../shared/data/organizations/organizations.ts';
import { getLane } from '../../../shared/data/webhooks/lanes.ts';
import { countAllScheduled, listScheduled, nextAttemptAt } from '../../../shared/data/webhooks/schedule.ts';
import { listWebhooks, type WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { InOrganization } from '../commandLine/arguments.ts';
import { namedOrOnlyOrganization } from '../commandLine/lookups.ts';
import { existingWebhook } from './lookups.ts';
import { dateTimeOf, presentEndpoint, presentHealth, presentSecrets } from './records.ts';

const blanks = {
  registrar_role: 'no member',
  failing_since: 'not failing',
  previous_secret_created_at: 'none',
  previous_secret_expires_at: 'none',
};

export async function list({ output }: Admin, { organization }: InOrganization): Promise<void> {
  const { id } = await namedOrOnlyOrganization(organization);
  const rows = await Promise.all((await listWebhooks(id)).map(withHealth));
  output.list('webhook endpoints', rows.flat(), {
    columns: [
      'id',
      'state',
      'disabled_reason',
      'disabled_at',
      'failing_since',
      'pending_deliveries',
      'url',
      'events',
    ],
    blanks,
  });
}

/** Returns a list with one entry, the endpoint and its health. The list is empty if the endpoint was deleted meanwhile. */
async function withHealth(webhook: WebhookItem) {
  const [lane, pending] = await Promise.all([getLane(webhook.id), countAllScheduled(webhook.id)]);
  return lane ? [{ ...presentEndpoint(webhook), ...presentHealth(lane, pending) }] : [];
}

export async function show({ output, now }: Admin, webhookId: WebhookId): Promise<void> {
  const { webhook, lane } = await existingWebhook(webhookId);
  const [pending, next, [registrar]] = await Promise.all([
    countAllScheduled(webhookId),
    listScheduled(webhookId, 1),
    getMembers(webhook.organization_id, [webhook.created_by]),
  ]);
  output.record(
    {
      ...presentEndpoint(webhook),
      created_by: webhook.created_by,
      registrar_role: registrar?.role ?? null,
      registered_by_staff: webhook.registered_by_staff,
      enabled_at: dateTimeOf(webhook.enabled_at_ms),
      ...presentHealth(lane, pending),
      next_attempt_at: dateTimeOf(nextAttemptAt(next)),
      is_slow: lane.is_slow,
      ...presentSecrets(webhook, now),
    },
    blanks,
  );
}
