import type { Command } from 'commander';
import type { WebhookItem } from '../../../shared/data/webhooks.ts';
import type { Admin } from '../admin.ts';
import type { Data } from '../stage.ts';
import { exampleWebhook, existingWebhook, noSuchWebhook, webhookArgument } from './lookups.ts';
import { dateTimeOf, presentEndpoint } from './records.ts';

export function addStates(webhooks: Command, admin: Admin): void {
  const add = (
    verb: string,
    description: string,
    more: string,
    act: (admin: Admin, id: string) => Promise<void>,
  ) =>
    webhooks
      .command(verb)
      .description(description)
      .argument(...webhookArgument)
      .addHelpText('after', `\n${more}\n\nExample:\n  npm run admin -- webhooks ${verb} ${exampleWebhook}`)
      .action((id: string) => act(admin, id));

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

async function disable(admin: Admin, id: string): Promise<void> {
  const { data } = await admin.connect();
  const disabled = { reason: 'operator' as const, at: new Date(admin.now()).toISOString() };
  const { before, after } = await change(data, id, (webhook) =>
    webhook.disabled ? webhook : { ...webhook, disabled },
  );
  const output = admin.output();
  output.record(presentEndpoint(data, after));
  output.note(
    before.disabled
      ? `It was disabled already, since ${before.disabled.at} (${before.disabled.reason}).`
      : 'Nothing more is delivered to it, once a worker that may just be at it is done: within a minute.',
  );
}

/** Deliveries are committed a moment before the first attempt that fails. */
const marginMilliseconds = 60_000;

async function enable(admin: Admin, id: string): Promise<void> {
  const { data } = await admin.connect();
  const { before, after, lane } = await change(data, id, (webhook) =>
    webhook.disabled ? { ...webhook, disabled: null, enabled_at: admin.now() } : webhook,
  );
  const output = admin.output();
  output.record(presentEndpoint(data, after));
  if (!before.disabled) {
    output.note(`It was enabled already, since ${dateTimeOf(before.enabled_at)}.`);
    return;
  }
  // What had failed before it was disabled is missing as much as what was skipped afterwards.
  const missingSince = Math.min(
    Date.parse(before.disabled.at),
    lane.failing_since ?? Number.POSITIVE_INFINITY,
  );
  output.note(
    `It had been disabled since ${before.disabled.at} (${before.disabled.reason}). To deliver what it has missed: webhooks resend-since ${id} ${dateTimeOf(missingSince - marginMilliseconds)}`,
  );
}

async function remove(admin: Admin, id: string): Promise<void> {
  const { data } = await admin.connect();
  const removed = await data.retryOnConflict(async () => {
    const { webhook } = await existingWebhook(data, id);
    const organization = await data.getOrganization(webhook.organization_id);
    if (!organization) throw noSuchWebhook(id);
    await data.commit(...data.removeWebhook(webhook, organization));
    return webhook;
  });
  admin.output().record(presentEndpoint(data, removed));
  admin.output().note('It is deleted.');
}

/** Writes the endpoint's next state; `next` answers with the endpoint itself when there is nothing to change. */
const change = (data: Data, id: string, next: (webhook: WebhookItem) => WebhookItem) =>
  data.retryOnConflict(async () => {
    const { webhook: before, lane } = await existingWebhook(data, id);
    const after = next(before);
    if (after !== before) await data.commit(data.replaceWebhook(after));
    return { before, after, lane };
  });
