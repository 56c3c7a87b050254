import { forbidden } from '../../../shared/access/errors.ts';
import type { ActorId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { reclaimOwnership } from '../../../shared/contract/operations/organization.ts';
import { getMembership, joining } from '../../../shared/data/organizations/membership.ts';
import {
  replaceCounts,
  replaceMember,
  withMemberRole,
} from '../../../shared/data/organizations/organizations.ts';
import {
  listTakenOwnerships,
  removeTakenOwnership,
} from '../../../shared/data/organizations/takenOwnerships.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { audienceOf } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { memberRecord } from '../../../shared/events/records/organizations.ts';
import { post } from '../../../shared/http/post.ts';
import { presentOrganization } from '../../../shared/presentation/present.ts';

export const handler = post(reclaimOwnership, async ({ principal, answer }) => {
  return retryOnConflict(async () => {
    const now = Date.now();
    const { taken, organization, restored, writes } = await found(
      principal.user.id,
      principal.organization_id,
      now,
    );
    return answer(presentOrganization(organization), (kept) =>
      commitChange({
        audience: audienceOf(organization),
        records: [memberRecord(restored.type, restored.member, principal)],
        writes: [...writes, ...taken.map(removeTakenOwnership), ...kept],
      }),
    );
  });
});

/**
 * Finds the ownership that a person can take back: the ownership of the current organization, or else the one that the person lost last.
 * Throws 403 if there is none.
 */
async function found(userId: ActorId, actingIn: OrganizationId | null, now: number) {
  const all = await listTakenOwnerships(userId, now);
  const places = new Set(all.map(({ organization_id }) => organization_id));
  for (const id of actingIn && places.has(actingIn) ? [actingIn, ...places] : places) {
    const { caller, organization, member } = await getMembership(userId, id);
    // The organization may have been deleted since.
    if (!caller || !organization) continue;
    const taken = all.filter(({ organization_id }) => organization_id === id);
    if (!member) {
      const { member: joined, writes } = joining(caller, organization, 'owner', now);
      return { taken, organization, restored: { type: 'member.joined', member: joined }, writes } as const;
    }
    const next = withMemberRole(organization, member, 'owner', { now, appoints: true });
    const writes = [replaceMember(next.member), replaceCounts(organization, next.organization)] as const;
    return {
      taken,
      organization,
      restored: { type: 'member.role_updated', member: next.member },
      writes,
    } as const;
  }
  throw forbidden(
    'You have no ownership to take back: nobody without an owner’s powers took it from you in the last 24 hours.',
  );
}
