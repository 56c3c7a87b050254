import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import type { CallerItem } from '../../shared/data/callers.ts';
import { retryOnConflict } from '../../shared/data/conflict.ts';
import { leaving } from '../../shared/data/membership.ts';
import { getOrganizationAndMember, type MemberItem } from '../../shared/data/organizations.ts';
import { endpointsStopping } from '../../shared/data/registrars.ts';
import { memberEvent, operator } from '../../shared/events/describe.ts';
import { commitChange } from '../../shared/events/outbox.ts';
import type { CallerReference } from './arguments.ts';
import { knownCaller, labelOf, noSuchOrganization } from './lookups.ts';
import { requireOtherOwner } from './owners.ts';
import { actsOnAccount } from './recording.ts';
import type { StoppingWebhooks } from './webhooks/stopping.ts';

/** Somebody as they were before they left, and as a member, if they were one. */
export interface TakenOut {
  readonly caller: CallerItem;
  readonly removed?: MemberItem;
}

/**
 * Takes somebody out of an organization, also who was erased: they come back with one that is restored. Throws a Refusal for its
 * last owner. Their keys are ended by `endKeys`, also for who is no member any more: this can have been interrupted before it came
 * to that.
 *
 * @param told the member as the event shows them. Default: as they were
 */
export const takeOut = (
  stopping: StoppingWebhooks,
  user: CallerReference,
  organizationId: OrganizationId,
  told: (member: MemberItem) => MemberItem = (member) => member,
): Promise<TakenOut> =>
  retryOnConflict(async () => {
    const caller = await knownCaller(user);
    const { organization, member } = await getOrganizationAndMember(organizationId, caller.id);
    if (!organization) throw noSuchOrganization(organizationId);
    if (!member) return { caller };
    await requireOtherOwner(member, labelOf(caller));
    const stops = stopping.stop(organization.id, await endpointsStopping(member, undefined));
    await commitChange({
      events: [memberEvent('member.removed', told(member), operator), stops.events],
      acts: actsOnAccount('service_account.removed', member),
      writes: [...leaving(caller, organization, member), ...stops.writes],
    });
    await stops.finish();
    return { caller, removed: member };
  });
