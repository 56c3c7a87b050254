import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import type { ApiKeyItem } from '../data/callers/apiKeys.ts';
import type { CallerItem } from '../data/callers/callers.ts';
import { getMembership, leaving } from '../data/organizations/membership.ts';
import { isPerson, type MemberItem } from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { endpointsToDisable } from '../data/webhooks/entitlement.ts';
import type { WebhookItem } from '../data/webhooks/webhooks.ts';
import { audienceOf } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { accountRecord, memberRecord } from '../events/records/organizations.ts';
import type { By } from '../events/records/record.ts';
import { disableEndpoints } from './disableEndpoints.ts';
import type { endEntriesOfMember } from './groupEntries.ts';
import type { lostOwnershipNotice } from './lostOwnershipNotice.ts';
import {
  appoints,
  type OtherOwnerQuestion,
  type OwnerRefusal,
  organizationWithout,
  ownerRefusal,
  type PowersQuestion,
  takingOwnership,
} from './owners.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';
import { revokeKeysOfFormerMember } from './revokeKey.ts';

export interface RemoveMember {
  /** A service account, or a person (`user_` or `usr_`). */
  readonly userId: ActorId | MemberUserId;
  readonly organizationId: OrganizationId;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Default: the organization's number of owners decides */
  readonly hasOtherOwner?: OtherOwnerQuestion;
  /** Default: only operators act with powers */
  readonly actsWithPowers?: PowersQuestion;
  /** The type of the entry that records the removal of a service account. Default: `service_account.removed` */
  readonly accountType?: 'service_account.deleted';
  /** Makes the mail to an owner whom somebody else removes. Default: there is none, so functions that need no mail do not load it */
  readonly noticeOf?: typeof lostOwnershipNotice;
  /** Ends the entries of a person in groups; null: the member is a service account, which is in no group. */
  readonly endEntries: typeof endEntriesOfMember | null;
  /** Returns the member for the event. Default: the member as before the removal */
  readonly shown?: (member: MemberItem) => MemberItem;
}

export interface MemberRemoved {
  readonly caller: CallerItem;
  readonly member: MemberItem;
  /** The endpoints that are disabled because nobody is responsible for them any more. */
  readonly stopped: readonly WebhookItem[];
  /** The keys that were bound to the organization. */
  readonly revokedKeys: readonly ApiKeyItem[];
}

/**
 * Removes a person or a service account from an organization. Also disables the endpoints that the member is responsible for, and revokes
 * the member's keys that are bound to the organization, and ends the member's entries of groups. If the person is not a member, does the
 * last two for what an interrupted removal left;
 * the detail of `no_member` lists these keys.
 */
export async function removeMember(
  given: RemoveMember,
): Promise<MemberRemoved | Refused<'no_member', readonly ApiKeyItem[]> | Refused<OwnerRefusal>> {
  const { userId, organizationId, by, now, accountType, shown = (member) => member } = given;
  const outcome = await retryOnConflict(async () => {
    const { caller, organization, member } = await getMembership(userId, organizationId);
    if (!caller || !organization || !member || isPerson(member) === userId.startsWith('svc_'))
      return refuse('no_member');
    const refusal = await ownerRefusal(organization, member, given.hasOtherOwner);
    if (refusal) return refusal;

    const left = await organizationWithout(organization, member, now);
    const isEntitled = appoints(by, organization, given.actsWithPowers);
    const stopped = await endpointsToDisable(member, undefined);
    const record =
      accountType && !isPerson(member)
        ? accountRecord(accountType, member, by)
        : memberRecord('member.removed', shown(member), by);
    const stopping = disableEndpoints(stopped, by, now);
    const taken = takingOwnership(organization, member, isEntitled, now);
    const lost = given.noticeOf?.({ member, role: null, by, isReclaimable: taken.length > 0, now });
    await commitChange({
      audience: audienceOf(organization),
      records: [record, ...stopping.records],
      writes: [
        ...leaving(caller, organization, member, now, left),
        ...taken,
        ...stopping.writes,
        ...(lost?.writes ?? []),
      ],
      ...(lost && { announce: lost.announce }),
    });
    return { caller, member, stopped, stopping };
  });
  if (isRefused(outcome) && outcome.refused !== 'no_member') return outcome;
  const [revokedKeys] = await Promise.all([
    revokeKeysOfFormerMember(userId, organizationId, by, now),
    given.endEntries?.({ organizationId, userId, by }),
    isRefused(outcome) ? undefined : outcome.stopping.finish(),
  ]);
  return isRefused(outcome) ? refuse('no_member', revokedKeys) : { ...outcome, revokedKeys };
}
