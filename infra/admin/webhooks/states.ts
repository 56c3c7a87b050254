import { deleteEndpoint } from '../../../shared/acts/deleteEndpoint.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { updateEndpoint } from '../../../shared/acts/updateEndpoint.ts';
import type { ActorId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { mayManage } from '../../../shared/contract/permissions.ts';
import type { WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference } from '../commandLine/arguments.ts';
import {
  existingCaller,
  existingMember,
  labelOf,
  organizationLabel,
  organizationNamed,
  requireNotDisabled,
} from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { existingWebhook, noSuchWebhook } from './lookups.ts';
import { dateTimeOf, presentEndpoint } from './records.ts';

export async function disable({ output, now, confirm }: Admin, webhookId: WebhookId): Promise<void> {
  const { webhook } = await existingWebhook(webhookId);
  if (!webhook.disabled) await confirm(`${said(webhook)} receives nothing until it is enabled again.`);
  const { before, after } = await change(webhookId, now, { enabled: false });
  output.record(presentEndpoint(after));
  output.note(
    before.disabled
      ? `It is disabled already, since ${before.disabled.at} (${before.disabled.reason}).`
      : 'Deliveries stop within a minute: a worker may still finish some.',
  );
}

/** Changes an endpoint. Throws a Refusal for an unknown endpoint, or when the operator must name another registrar. */
async function change(
  webhookId: WebhookId,
  now: number,
  asked: { readonly enabled: boolean; readonly registrar?: ActorId },
) {
  const { webhook, lane } = await existingWebhook(webhookId);
  const { organization_id: organizationId } = webhook;
  const label = await organizationNamed(organizationId);
  const outcome = await updateEndpoint({
    organizationId,
    webhookId,
    ...asked,
    by: operator,
    now,
  });
  const noEndpoint = () => noSuchWebhook(webhookId);
  const updated = accepted(outcome, {
    no_organization: noEndpoint,
    no_endpoint: noEndpoint,
    no_manager: noEndpoint,
    registrar_may_not_manage: () =>
      new Refusal(
        `${asked.registrar} cannot be responsible for endpoints: only owners and admins of ${label} can.`,
      ),
    registrar_needed: ({ webhook: { id, created_by }, isEntitled }) =>
      new Refusal(
        `${id} needs a responsible person: ${created_by} ${isEntitled ? 'was' : 'is'} not allowed to manage ${label}. Name an owner or admin: webhooks enable ${id} --as <user>`,
      ),
  });
  return { ...updated, lane };
}

/** The time between the commit of a delivery and its first failed attempt, with a margin. */
const marginMilliseconds = 60_000;

export async function enable(
  { output, now }: Admin,
  webhookId: WebhookId,
  { as }: { as?: CallerReference },
): Promise<void> {
  const registrar = as && (await requireManager(webhookId, as));
  const { before, after, lane } = await change(webhookId, now, {
    enabled: true,
    ...(registrar && { registrar }),
  });
  output.record({ ...presentEndpoint(after), created_by: after.created_by });
  if (after.created_by !== before.created_by) output.note(`${after.created_by} is responsible for it now.`);
  if (!before.disabled) {
    output.note(`It is enabled already, since ${dateTimeOf(before.enabled_at_ms)}.`);
    return;
  }
  // The endpoint missed deliveries that failed before it was disabled, and deliveries that were skipped afterwards.
  const missingSince = Math.min(
    Date.parse(before.disabled.at),
    lane.failing_since_ms ?? Number.POSITIVE_INFINITY,
  );
  output.note(
    `It was disabled since ${before.disabled.at} (${before.disabled.reason}). To send what it missed: webhooks resend-since ${webhookId} ${dateTimeOf(missingSince - marginMilliseconds)}`,
  );
}

/** Returns the caller who becomes an endpoint's registrar. Throws a Refusal for a caller who may not manage endpoints. */
async function requireManager(webhookId: WebhookId, as: CallerReference): Promise<ActorId> {
  const { webhook } = await existingWebhook(webhookId);
  const caller = await existingCaller(as);
  const { organization, member } = await existingMember(caller, webhook.organization_id);
  requireNotDisabled(caller);
  if (!mayManage(member))
    throw new Refusal(
      `${labelOf(caller)} has the role ${member.role} in ${organizationLabel(organization)}. Only its owners and admins can be responsible for endpoints.`,
    );
  return caller.id;
}

const said = ({ id, url }: WebhookItem): string => `The webhook endpoint ${id} (${url})`;

export async function remove({ output, confirm }: Admin, webhookId: WebhookId): Promise<void> {
  const { webhook } = await existingWebhook(webhookId);
  await confirm(`${said(webhook)} is deleted for good, with its secret and its deliveries.`);
  output.record(presentEndpoint(await deleteExisting(webhookId)));
  output.note('It is deleted.');
}

/** Deletes an endpoint and returns it. Throws a Refusal for an unknown endpoint. */
export async function deleteExisting(webhookId: WebhookId): Promise<WebhookItem> {
  const { webhook } = await existingWebhook(webhookId);
  const outcome = await deleteEndpoint(webhook.organization_id, webhookId, operator);
  return accepted(outcome, { no_endpoint: () => noSuchWebhook(webhookId) });
}
