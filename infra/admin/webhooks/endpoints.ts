import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { getLane } from '../../../shared/data/lanes.ts';
import { getMembers } from '../../../shared/data/organizations.ts';
import { countAllScheduled, listScheduled } from '../../../shared/data/schedule.ts';
import { listWebhooks, type WebhookItem } from '../../../shared/data/webhooks.ts';
import type { Admin, AdminCommand } from '../admin.ts';
import { exampleOrganization, type InOrganization, organizationOption } from '../arguments.ts';
import { existingOrganization } from '../lookups.ts';
import { exampleWebhook, existingWebhook, webhookArgument } from './lookups.ts';
import { dateTimeOf, presentEndpoint, presentHealth, presentSecrets } from './records.ts';

const blanks = {
  registrar_role: 'no member',
  failing_since: 'not failing',
  previous_secret_created_at: 'none',
  previous_secret_expires_at: 'none',
};

export function addEndpoints(webhooks: AdminCommand): void {
  webhooks
    .command('list')
    .description("An organization's endpoints, newest first.")
    .requiredOption(...organizationOption)
    .more(`
An endpoint is disabled because it was "gone" (it answered 410), because it was "failing" (no success in five days), by an
"operator", or because its "registrar" may not manage the organization any more. It has been failing since the first attempt that failed after its last success.`)
    .examples(`webhooks list --organization ${exampleOrganization}`)
    .runs(list);

  webhooks
    .command('show')
    .description('One endpoint: how it does, who answers for it, and how old its secrets are.')
    .argument(...webhookArgument)
    .examples(`webhooks show ${exampleWebhook}`)
    .runs(show);
}

async function list({ output }: Admin, { organization }: InOrganization): Promise<void> {
  const { id } = await existingOrganization(organization);
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

/** Nothing for one that was deleted in between. */
async function withHealth(webhook: WebhookItem) {
  const [lane, pending] = await Promise.all([getLane(webhook.id), countAllScheduled(webhook.id)]);
  return lane ? [{ ...presentEndpoint(webhook), ...presentHealth(lane, pending) }] : [];
}

async function show({ output, now }: Admin, webhookId: WebhookId): Promise<void> {
  const { webhook, lane } = await existingWebhook(webhookId);
  const [pending, [next], [registrar]] = await Promise.all([
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
      next_attempt_at: dateTimeOf(next?.at_ms),
      is_slow: lane.is_slow,
      ...presentSecrets(webhook, now),
    },
    blanks,
  );
}
