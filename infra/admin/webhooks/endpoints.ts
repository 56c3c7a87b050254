import type { Command } from 'commander';
import type { OrganizationId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { getLane } from '../../../shared/data/lanes.ts';
import { getMembers } from '../../../shared/data/organizations.ts';
import { countAllScheduled, listScheduled } from '../../../shared/data/schedule.ts';
import { listWebhooks, type WebhookItem } from '../../../shared/data/webhooks.ts';
import type { Admin } from '../admin.ts';
import { exampleOrganization, type InOrganization, organizationOption } from '../arguments.ts';
import { examples } from '../examples.ts';
import { existingOrganization } from '../lookups.ts';
import { exampleWebhook, existingWebhook, webhookArgument } from './lookups.ts';
import { dateTimeOf, presentEndpoint, presentHealth, presentSecrets } from './records.ts';

const blanks = {
  registrar_role: 'no member',
  failing_since: 'not failing',
  previous_secret_created_at: 'none',
  previous_secret_expires_at: 'none',
};

export function addEndpoints(webhooks: Command, admin: Admin): void {
  webhooks
    .command('list')
    .description("An organization's endpoints, newest first.")
    .requiredOption(...organizationOption)
    .addHelpText(
      'after',
      `
An endpoint is disabled because it was "gone" (it answered 410), because it was "failing" (no success in five days), by an
"operator", or because its "registrar" may not manage the organization any more. It has been failing since the first attempt that failed after its last success.`,
    )
    .addHelpText('after', examples(`webhooks list --organization ${exampleOrganization}`))
    .action(({ organization }: InOrganization) => list(admin, organization));

  webhooks
    .command('show')
    .description('One endpoint: how it does, who answers for it, and how old its secrets are.')
    .argument(...webhookArgument)
    .addHelpText('after', examples(`webhooks show ${exampleWebhook}`))
    .action((webhookId: WebhookId) => show(admin, webhookId));
}

async function list(admin: Admin, organizationId: OrganizationId): Promise<void> {
  await admin.connect();
  const { id } = await existingOrganization(organizationId);
  const rows = await Promise.all((await listWebhooks(id)).map(withHealth));
  admin.output().list('webhook endpoints', rows.flat(), {
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

async function show(admin: Admin, webhookId: WebhookId): Promise<void> {
  await admin.connect();
  const { webhook, lane } = await existingWebhook(webhookId);
  const [pending, [next], [registrar]] = await Promise.all([
    countAllScheduled(webhookId),
    listScheduled(webhookId, 1),
    getMembers(webhook.organization_id, [webhook.created_by]),
  ]);
  admin.output().record(
    {
      ...presentEndpoint(webhook),
      created_by: webhook.created_by,
      registrar_role: registrar?.role ?? null,
      registered_by_staff: webhook.registered_by_staff,
      enabled_at: dateTimeOf(webhook.enabled_at_ms),
      ...presentHealth(lane, pending),
      next_attempt_at: dateTimeOf(next?.at_ms),
      is_slow: lane.is_slow,
      ...presentSecrets(webhook, admin.now()),
    },
    blanks,
  );
}
