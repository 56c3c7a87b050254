import type { Command } from 'commander';
import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { commit } from '../../../shared/data/commit.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getOrganization } from '../../../shared/data/organizations.ts';
import { removeWebhook } from '../../../shared/data/webhooks.ts';
import type { Admin } from '../admin.ts';
import { examples } from '../examples.ts';
import { changeWebhook, exampleWebhook, existingWebhook, noSuchWebhook, webhookArgument } from './lookups.ts';
import { dateTimeOf, presentEndpoint } from './records.ts';

export function addStates(webhooks: Command, admin: Admin): void {
  const add = (
    verb: string,
    description: string,
    more: string,
    act: (admin: Admin, webhookId: WebhookId) => Promise<void>,
  ) =>
    webhooks
      .command(verb)
      .description(description)
      .argument(...webhookArgument)
      .addHelpText('after', `\n${more}`)
      .addHelpText('after', examples(`webhooks ${verb} ${exampleWebhook}`))
      .action((webhookId: WebhookId) => act(admin, webhookId));

  add(
    'disable',
    'Deliver nothing more to an endpoint until it is enabled again.',
    'Meanwhile deliveries are kept as skipped, for 30 days, and can be sent when it is enabled: webhooks resend-since',
    disable,
  );
  add(
    'enable',
    'Deliver to an endpoint again that was disabled, whoever disabled it.',
    'It is given five days anew. What was skipped is not sent by itself: webhooks resend-since',
    enable,
  );
  add(
    'delete',
    'Remove an endpoint for good, with whatever is pending for it.',
    'Its secret and the records of its deliveries cannot be seen any more. To stop deliveries for a while: webhooks disable',
    remove,
  );
}

async function disable(admin: Admin, webhookId: WebhookId): Promise<void> {
  await admin.connect();
  const disabled = { reason: 'operator' as const, at: new Date(admin.now()).toISOString() };
  const { before, after } = await changeWebhook(webhookId, (webhook) =>
    webhook.disabled ? webhook : { ...webhook, disabled },
  );
  const output = admin.output();
  output.record(presentEndpoint(after));
  output.note(
    before.disabled
      ? `It was disabled already, since ${before.disabled.at} (${before.disabled.reason}).`
      : 'Nothing more is delivered to it, once a worker that may just be at it is done: within a minute.',
  );
}

/** Deliveries are committed a moment before the first attempt that fails. */
const marginMilliseconds = 60_000;

async function enable(admin: Admin, webhookId: WebhookId): Promise<void> {
  await admin.connect();
  const { before, after, lane } = await changeWebhook(webhookId, (webhook) =>
    webhook.disabled ? { ...webhook, disabled: null, enabled_at_ms: admin.now() } : webhook,
  );
  const output = admin.output();
  output.record(presentEndpoint(after));
  if (!before.disabled) {
    output.note(`It was enabled already, since ${dateTimeOf(before.enabled_at_ms)}.`);
    return;
  }
  // Deliveries that had failed before it was disabled are missing as much as those skipped afterwards.
  const missingSince = Math.min(
    Date.parse(before.disabled.at),
    lane.failing_since_ms ?? Number.POSITIVE_INFINITY,
  );
  output.note(
    `It had been disabled since ${before.disabled.at} (${before.disabled.reason}). To deliver what it has missed: webhooks resend-since ${webhookId} ${dateTimeOf(missingSince - marginMilliseconds)}`,
  );
}

async function remove(admin: Admin, webhookId: WebhookId): Promise<void> {
  await admin.connect();
  const removed = await retryOnConflict(async () => {
    const { webhook } = await existingWebhook(webhookId);
    const organization = await getOrganization(webhook.organization_id);
    if (!organization) throw noSuchWebhook(webhookId);
    await commit(removeWebhook(webhook, organization));
    return webhook;
  });
  admin.output().record(presentEndpoint(removed));
  admin.output().note('It is deleted.');
}
