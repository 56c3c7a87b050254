import type { BodyOf } from '../../../shared/contract/operation.ts';
import { updateWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { fence, getOrganizationAndMember } from '../../../shared/data/organizations.ts';
import { unanswered } from '../../../shared/data/registrars.ts';
import { disabledFor, getWebhook, type WebhookItem } from '../../../shared/data/webhooks.ts';
import { commitEndpoint } from '../../../shared/events/endpointUpdates.ts';
import {
  actingOrganization,
  actsAsStaff,
  existingOrganization,
  existingWebhook,
  requireStillManager,
} from '../../../shared/http/access.ts';
import { wrongUrl } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { enabledAt, presentWebhookDetails, standingOf } from '../../../shared/webhooks/manage.ts';
import { refusalOf } from '../../../shared/webhooks/target.ts';
import { targetRules } from '../../../shared/webhooks/targetRules.ts';

export const handler = operation(updateWebhook, ({ principal, path, body, checkPreconditions }) => {
  const organization_id = actingOrganization(principal);
  const refusal = body.url === undefined ? undefined : refusalOf(body.url, targetRules());
  if (refusal) throw wrongUrl(`url ${refusal}.`, body.url);

  return retryOnConflict(async () => {
    const [{ organization: its, member }, found] = await Promise.all([
      getOrganizationAndMember(organization_id, principal.user.id),
      getWebhook(organization_id, path.webhook_id),
    ]);
    const organization = existingOrganization(its);
    const before = existingWebhook(found);
    const standing = await standingOf(before);
    checkPreconditions(presentWebhookDetails(before, standing));

    const changed = withGiven(before, body, Date.now());
    if (changed === before) return presentWebhookDetails(before, standing);
    const isEnabled = before.disabled !== null && changed.disabled === null;
    const takesOver = changed.url !== before.url || (isEnabled && (await needsRegistrar(before)));
    if (takesOver || isEnabled) requireStillManager(principal, member);
    const next = takesOver
      ? {
          ...changed,
          created_by: principal.user.id,
          registered_by_staff: actsAsStaff(principal, member),
        }
      : changed;
    const fences = takesOver || isEnabled ? [fence(organization)] : [];
    const committed = await commitEndpoint(before, next, principal, fences);
    return presentWebhookDetails(
      committed,
      takesOver ? { ...standing, created_by: principal.user } : standing,
    );
  });
});

/** Returns an endpoint as it is asked for; itself, when it is so already. */
function withGiven(webhook: WebhookItem, given: BodyOf<typeof updateWebhook>, now: number): WebhookItem {
  const { url = webhook.url, events = webhook.events, enabled } = given;
  const isSame = url === webhook.url && events.join() === webhook.events.join();
  // Failures at another URL do not count for this one.
  const enabled_at_ms = url === webhook.url ? webhook.enabled_at_ms : now;
  const changed = isSame ? webhook : { ...webhook, url, events, enabled_at_ms };
  if (enabled === true && webhook.disabled) return enabledAt(changed, now);
  if (enabled === false && !webhook.disabled) return disabledFor(changed, 'request', now);
  return changed;
}

/** Whoever enables an endpoint again that nobody answers for becomes its registrar: a right that comes back revives nothing. */
const needsRegistrar = async (webhook: WebhookItem): Promise<boolean> =>
  webhook.disabled?.reason === 'registrar' ||
  (await unanswered(webhook.organization_id, [webhook])).length > 0;
