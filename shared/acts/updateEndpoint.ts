import type { ActorId } from '../contract/identifiers.ts';
import { fence, getOrganizationAndMember } from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { withoutEntitlement } from '../data/webhooks/entitlement.ts';
import { disabledFor, getWebhook, type WebhookItem } from '../data/webhooks/webhooks.ts';
import { type By, operator } from '../events/records/record.ts';
import type { EndpointAct } from './enabledEndpoint.ts';
import { actsAsStaff, stillManages } from './managers.ts';
import { type Refused, refuse } from './refusal.ts';
import { replaceEndpoint } from './replaceEndpoint.ts';

interface UpdateEndpoint extends EndpointAct {
  /** The changes. */
  readonly url?: string | undefined;
  readonly events?: string[] | undefined;
  readonly enabled?: boolean | undefined;
  /** The new registrar, named by an operator. Default: the present one */
  readonly registrar?: ActorId | undefined;
  readonly by: NonNullable<By>;
  /** Throws if the endpoint is not in the state that the caller expects. Default: any state */
  readonly guard?: (webhook: WebhookItem) => Promise<void>;
}

interface EndpointUpdated {
  readonly before: WebhookItem;
  readonly after: WebhookItem;
}

interface RegistrarNeeded {
  readonly webhook: WebhookItem;
  /** Whether the present registrar may manage the organization again. */
  readonly isEntitled: boolean;
}

/**
 * Changes, disables or enables an endpoint. An endpoint works while its registrar may manage the organization. A principal who sets another
 * URL, or enables an endpoint that needs a registrar, becomes its registrar. An operator has to name the registrar.
 */
export const updateEndpoint = (
  given: UpdateEndpoint,
): Promise<
  | EndpointUpdated
  | Refused<'no_organization' | 'no_endpoint' | 'no_manager' | 'registrar_may_not_manage'>
  | Refused<'registrar_needed', RegistrarNeeded>
> =>
  retryOnConflict(async () => {
    const { organizationId, webhookId, by } = given;
    const [{ organization, member }, before] = await Promise.all([
      getOrganizationAndMember(organizationId, by.user?.id ?? null),
      getWebhook(organizationId, webhookId),
    ]);
    if (!organization) return refuse('no_organization');
    if (!before) return refuse('no_endpoint');
    await given.guard?.(before);

    const changed = withGiven(before, given);
    const isEnabled = before.disabled !== null && changed.disabled === null;
    let { registrar } = given;
    if (by.user) {
      const takesOver = changed.url !== before.url || (isEnabled && (await registrarNeeded(before)));
      registrar = takesOver ? by.user.id : undefined;
    } else if (given.enabled && registrar === undefined) {
      const needed = await registrarNeeded(before);
      if (needed) return refuse('registrar_needed', needed);
    }

    const after = registrar ? withRegistrar(changed, registrar, actsAsStaff(by, member)) : changed;
    if (registrar || isEnabled) {
      if (!stillManages(by, member)) return refuse('no_manager');
      if (by === operator && (await withoutEntitlement(organizationId, [after])).length > 0)
        return refuse('registrar_may_not_manage');
    }
    if (after === before) return { before, after };
    const fences = registrar || isEnabled ? [fence(organization)] : [];
    return { before, after: await replaceEndpoint(before, after, by, fences) };
  });

/** Returns an endpoint with the requested changes; the same object if nothing changes. */
function withGiven(webhook: WebhookItem, { by, now, ...given }: UpdateEndpoint): WebhookItem {
  const { url = webhook.url, events = webhook.events, enabled } = given;
  const isSame = url === webhook.url && events.join() === webhook.events.join();
  // Failures at the old URL do not count for the new URL.
  const enabled_at_ms = url === webhook.url ? webhook.enabled_at_ms : now;
  const changed = isSame ? webhook : { ...webhook, url, events, enabled_at_ms };
  // For an endpoint that is enabled again, the five days without success begin anew.
  if (enabled === true && webhook.disabled) return { ...changed, disabled: null, enabled_at_ms: now };
  if (enabled === false && !webhook.disabled)
    return disabledFor(changed, by === operator ? 'operator' : 'request', now);
  return changed;
}

function withRegistrar(webhook: WebhookItem, created_by: ActorId, registered_by_staff: boolean): WebhookItem {
  const isSame = webhook.created_by === created_by && webhook.registered_by_staff === registered_by_staff;
  return isSame ? webhook : { ...webhook, created_by, registered_by_staff };
}

/**
 * Returns the endpoint if it needs a registrar: its registrar may not manage the organization, or it was disabled for that reason. Such an
 * endpoint stays disabled even if the registrar gets the right back.
 */
async function registrarNeeded(webhook: WebhookItem): Promise<RegistrarNeeded | undefined> {
  const isEntitled = (await withoutEntitlement(webhook.organization_id, [webhook])).length === 0;
  return webhook.disabled?.reason === 'registrar' || !isEntitled ? { webhook, isEntitled } : undefined;
}
