import type { MemberRole } from '../contract/enumerations.ts';
import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import {
  getOrganizationAndMember,
  isPerson,
  type MemberItem,
  replaceCounts,
  replaceMember,
  withMemberRole,
} from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { endpointsToDisable } from '../data/webhooks/entitlement.ts';
import type { WebhookItem } from '../data/webhooks/webhooks.ts';
import { audienceOf } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { roleRecord } from '../events/records/organizations.ts';
import type { By } from '../events/records/record.ts';
import { disableEndpoints } from './disableEndpoints.ts';
import { lostOwnershipNotice } from './lostOwnershipNotice.ts';
import { newOwnerNotices } from './newOwnerNotices.ts';
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

interface ChangeRole {
  /** A service account, or a person (`user_` or `usr_`). */
  readonly userId: ActorId | MemberUserId;
  readonly organizationId: OrganizationId;
  readonly role: MemberRole;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Default: the organization's number of owners decides */
  readonly hasOtherOwner?: OtherOwnerQuestion;
  /** Default: only operators act with powers */
  readonly actsWithPowers?: PowersQuestion;
}

interface RoleChanged {
  readonly member: MemberItem;
  /** The endpoints that are disabled because nobody is responsible for them any more. */
  readonly stopped: readonly WebhookItem[];
}

/**
 * Gives a member another role. An organization always has an owner, and its owners are people. If an owner's powers are delayed, they
 * begin at once when an actor with powers assigns the role again.
 */
export async function changeRole({
  userId,
  organizationId,
  role,
  by,
  now,
  hasOtherOwner,
  actsWithPowers,
}: ChangeRole): Promise<RoleChanged | Refused<'no_member' | 'owner_is_program' | OwnerRefusal>> {
  const outcome = await retryOnConflict(async () => {
    const { organization, member } = await getOrganizationAndMember(organizationId, userId);
    if (!organization || !member || isPerson(member) === userId.startsWith('svc_'))
      return refuse('no_member');
    if (!isPerson(member) && role === 'owner') return refuse('owner_is_program');
    const isEntitled = appoints(by, organization, actsWithPowers);
    const isAppointment = isEntitled && member.ownership?.appointed_at === null;
    if (member.role === role && !isAppointment) return { member, stopped: [], finish: async () => {} };
    const refusal = role === 'owner' ? undefined : await ownerRefusal(organization, member, hasOtherOwner);
    if (refusal) return refusal;

    // The transaction includes the organization even if its number of owners stays the same. So when two owners demote each other at the
    // same time, the second commit conflicts, starts over and finds one owner left.
    const next = withMemberRole(organization, member, role, { now, appoints: isEntitled });
    const isDemotion = role !== 'owner' && member.ownership !== undefined;
    const counted = isDemotion ? await organizationWithout(organization, member, now) : next.organization;
    const taken = isDemotion ? takingOwnership(organization, member, isEntitled, now) : [];
    const lost = isDemotion
      ? lostOwnershipNotice({ member, role, by, isReclaimable: taken.length > 0, now })
      : undefined;
    const notices = await newOwnerNotices({ organization, member: next.member, madeBy: by?.user?.id, now });
    const stopped = await endpointsToDisable(member, next.member);
    const record = roleRecord(member, next.member, by);
    const { records, writes, finish } = disableEndpoints(stopped, by, now);
    const [changed] = await commitChange({
      audience: audienceOf(organization),
      records: [record, ...records],
      writes: [
        replaceMember(next.member),
        replaceCounts(organization, counted),
        ...taken,
        ...writes,
        ...notices.writes,
        ...(lost?.writes ?? []),
      ],
      announce: async () => {
        await Promise.all([notices.announce(), lost?.announce()]);
      },
    });
    return { member: changed, stopped, finish };
  });
  if (isRefused(outcome)) return outcome;
  await outcome.finish();
  return outcome;
}
