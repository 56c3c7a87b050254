import type { Command } from 'commander';
import type { WebhookItem } from '../../../shared/data/webhooks.ts';
import type { Admin } from '../admin.ts';
import { organizationReference } from '../arguments.ts';
import { existingOrganization } from '../lookups.ts';
import type { Data } from '../stage.ts';
import { exampleWebhook, existingWebhook, webhookArgument } from './lookups.ts';
import { dateTimeOf, presentEndpoint, presentHealth, presentSecrets } from './records.ts';

const blanks = {
  disabled_reason: '-',
  failing_since: 'not failing',
  previous_secret_created_at: 'none',
  previous_secret_expires_at: 'none',
};

export function addEndpoints(webhooks: Command, admin: Admin): void {
  webhooks
    .command('list')
    .description("An organization's endpoints, newest first.")
    .requiredOption('--organization <id>', 'the organization', organizationReference)
    .addHelpText(
      'after',
      `
An endpoint is disabled because it was "gone" (it answered 410), because it was "failing" (no success in five days), or by
an "operator". It has been failing since the first attempt that failed after its last success.

Example:
  npm run admin -- webhooks list --organization org_01j9zq4t8w3v5x7y9a1c2d3e4f`,
    )
    .action(({ organization }: { organization: string }) => listEndpoints(admin, organization));

  webhooks
    .command('show')
    .description('One endpoint: how it does, and how old its secrets are.')
    .argument(...webhookArgument)
    .addHelpText('after', `\nExample:\n  npm run admin -- webhooks show ${exampleWebhook}`)
    .action((id: string) => showEndpoint(admin, id));
}

async function listEndpoints(admin: Admin, organizationId: string): Promise<void> {
  const { data } = await admin.connect();
  const { id } = await existingOrganization(data, organizationId);
  const rows = await Promise.all((await data.listWebhooks(id)).map((webhook) => withHealth(data, webhook)));
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
async function withHealth(data: Data, webhook: WebhookItem) {
  const [lane, pending] = await Promise.all([data.getLane(webhook.id), data.countScheduled(webhook.id)]);
  return lane ? [{ ...presentEndpoint(data, webhook), ...presentHealth(lane, pending) }] : [];
}

async function showEndpoint(admin: Admin, id: string): Promise<void> {
  const { data } = await admin.connect();
  const { webhook, lane } = await existingWebhook(data, id);
  const [pending, [next]] = await Promise.all([data.countScheduled(id), data.listScheduled(id, 1)]);
  const { created_at, ...endpoint } = presentEndpoint(data, webhook);
  admin.output().record(
    {
      ...endpoint,
      created_at,
      created_by: webhook.created_by,
      enabled_at: dateTimeOf(webhook.enabled_at),
      ...presentHealth(lane, pending),
      next_attempt_at: dateTimeOf(next?.at),
      is_slow: lane.is_slow,
      ...presentSecrets(data, webhook, admin.now()),
    },
    blanks,
  );
}
