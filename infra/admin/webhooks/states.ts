import type { Command } from 'commander';
import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { fence, getOrganization } from '../../../shared/data/organizations.ts';
import { unanswered } from '../../../shared/data/registrars.ts';
import { disabledFor, type WebhookItem } from '../../../shared/data/webhooks.ts';
import { operator } from '../../../shared/events/describe.ts';
import { deleteEndpoint, enabledAt } from '../../../shared/webhooks/manage.ts';
import type { Admin } from '../admin.ts';
import { type CallerReference, callerReference } from '../arguments.ts';
import { examples } from '../examples.ts';
import { existingCaller, existingMember, labelOf, requireNotDisabled } from '../lookups.ts';
import { Refusal } from '../refusal.ts';
import { changeWebhook, exampleWebhook, existingWebhook, noSuchWebhook, webhookArgument } from './lookups.ts';
import { dateTimeOf, presentEndpoint } from './records.ts';

interface Takeover {
  /** The registrar from then on. */
  readonly as?: CallerReference;
}

export function addStates(webhooks: Command, admin: Admin): void {
  const add = (
    verb: string,
    description: string,
    more: string,
    act: (admin: Admin, webhookId: WebhookId, options: Takeover) => Promise<void>,
  ): Command =>
    webhooks
      .command(verb)
      .description(description)
      .argument(...webhookArgument)
      .addHelpText('after', `\n${more}`)
      .addHelpText('after', examples(`webhooks ${verb} ${exampleWebhook}`))
      .action((webhookId: WebhookId, options: Takeover) => act(admin, webhookId, options));

  add(
    'disable',
    'Deliver nothing more to an endpoint until it is enabled again.',
    'Meanwhile deliveries are kept as skipped, for 30 days, and can be sent when it is enabled: webhooks resend-since',
    disable,
  );
  add(
    'enable',
    'Deliver to an endpoint again that was disabled, whoever disabled it.',
    `
An endpoint works while its registrar may manage the organization. One that was disabled for its "registrar" needs another
who does, or the same once more; --as also gives a new one to an endpoint that is enabled.
It is given five days anew. What was skipped is not sent by itself: webhooks resend-since`.trim(),
    enable,
  )
    .option('--as <user>', 'the owner or admin who is its registrar from now on', callerReference)
    .addHelpText('after', `  npm run admin -- webhooks enable ${exampleWebhook} --as ada@example.com`);
  add(
    'delete',
    'Remove an endpoint for good, with whatever is pending for it.',
    'Its secret and the records of its deliveries cannot be seen any more. To stop deliveries for a while: webhooks disable',
    remove,
  );
}

async function disable(admin: Admin, webhookId: WebhookId): Promise<void> {
  await admin.connect();
  const { before, after } = await changeWebhook(webhookId, (webhook) =>
    webhook.disabled ? webhook : disabledFor(webhook, 'operator', admin.now()),
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

async function enable(admin: Admin, webhookId: WebhookId, { as }: Takeover): Promise<void> {
  await admin.connect();
  const { before, after, lane } = await changeWebhook(
    webhookId,
    async (webhook) => {
      const answeredFor = as ? await takenOver(webhook, as) : await requireRegistrar(webhook);
      return webhook.disabled ? enabledAt(answeredFor, admin.now()) : answeredFor;
    },
    async ({ organization_id }) => {
      const organization = await getOrganization(organization_id);
      return organization ? [fence(organization)] : [];
    },
  );
  const output = admin.output();
  output.record({ ...presentEndpoint(after), created_by: after.created_by });
  if (after.created_by !== before.created_by) output.note(`${after.created_by} is its registrar now.`);
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

/** Returns an endpoint with another registrar. Throws a Refusal for one who cannot answer for it. */
async function takenOver(webhook: WebhookItem, as: CallerReference): Promise<WebhookItem> {
  const caller = await existingCaller(as);
  const { organization, member } = await existingMember(caller, webhook.organization_id);
  requireNotDisabled(caller);
  const next = { ...webhook, created_by: caller.id, registered_by_staff: false };
  if ((await unanswered(organization.id, [next])).length > 0)
    throw new Refusal(
      `${labelOf(caller)} has the role ${member.role} in ${organization.id}: only its owners and admins answer for endpoints.`,
    );
  const isRegistrar = webhook.created_by === caller.id && !webhook.registered_by_staff;
  return isRegistrar ? webhook : next;
}

/** Returns an endpoint whose registrar still answers for it. Throws a Refusal when another has to be named. */
async function requireRegistrar(webhook: WebhookItem): Promise<WebhookItem> {
  const { id, organization_id, created_by, disabled } = webhook;
  const isAnswered = (await unanswered(organization_id, [webhook])).length === 0;
  if (disabled?.reason !== 'registrar' && isAnswered) return webhook;
  throw new Refusal(
    `${id} needs a registrar: ${created_by} ${isAnswered ? 'was' : 'is'} not allowed to manage ${organization_id}. Name an owner or admin: webhooks enable ${id} --as <user>`,
  );
}

async function remove(admin: Admin, webhookId: WebhookId): Promise<void> {
  await admin.connect();
  admin.output().record(presentEndpoint(await deleteExisting(webhookId)));
  admin.output().note('It is deleted.');
}

/** Deletes an endpoint and returns it. Throws a Refusal when there is none. */
export async function deleteExisting(webhookId: WebhookId): Promise<WebhookItem> {
  const { webhook } = await existingWebhook(webhookId);
  const deleted = await deleteEndpoint(webhook.organization_id, webhookId, operator);
  if (!deleted) throw noSuchWebhook(webhookId);
  return deleted;
}
