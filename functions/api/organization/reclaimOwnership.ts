import { forbidden } from '../../../shared/access/errors.ts';
import type { Principal } from '../../../shared/access/principal.ts';
import { joinOrganization } from '../../../shared/acts/joinOrganization.ts';
import { reclaimOwnership } from '../../../shared/contract/operations/organization.ts';
import { getMembership } from '../../../shared/data/organizations/membership.ts';
import {
  type OrganizationItem,
  replaceCounts,
  replaceMember,
  withMemberRole,
} from '../../../shared/data/organizations/organizations.ts';
import {
  listTakenOwnerships,
  removeTakenOwnership,
} from '../../../shared/data/organizations/takenOwnerships.ts';
import type { Write } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { audienceOf } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { roleRecord } from '../../../shared/events/records/organizations.ts';
import { post } from '../../../shared/http/post.ts';
import { presentOrganization } from '../../../shared/presentation/present.ts';

export const handler = post(reclaimOwnership, async ({ principal, answer }) =>
  retryOnConflict(async () => {
    const { organization, commit } = await found(principal, Date.now());
    return answer(presentOrganization(organization), commit);
  }),
);

interface Reclaimed {
  readonly organization: OrganizationItem;
  /** Makes the person an owner with powers, together with other writes. */
  readonly commit: (beside: readonly Write[]) => Promise<unknown>;
}

/**
 * Finds the ownership that a person can take back: the ownership of the current organization, or else the one that the person lost last.
 * Throws 403 if there is none.
 */
async function found(principal: Principal, now: number): Promise<Reclaimed> {
  const { user, organization_id: actingIn } = principal;
  const all = await listTakenOwnerships(user.id, now);
  const places = new Set(all.map(({ organization_id }) => organization_id));
  for (const id of actingIn && places.has(actingIn) ? [actingIn, ...places] : places) {
    const { caller, organization, member } = await getMembership(user.id, id);
    // The organization may have been deleted since.
    if (!caller || !organization) continue;
    const used = all.filter(({ organization_id }) => organization_id === id).map(removeTakenOwnership);
    if (!member)
      return {
        organization,
        commit: (kept) =>
          joinOrganization({
            ...{ caller, organization, role: 'owner', by: principal, now },
            beside: [...used, ...kept],
          }),
      };
    const next = withMemberRole(organization, member, 'owner', { now, appoints: true });
    return {
      organization,
      commit: (kept) =>
        commitChange({
          audience: audienceOf(organization),
          records: [roleRecord(member, next.member, principal)],
          writes: [
            replaceMember(next.member),
            replaceCounts(organization, next.organization),
            ...used,
            ...kept,
          ],
        }),
    };
  }
  throw forbidden(
    'You have no ownership to take back: nobody without an owner’s powers took it from you in the last 24 hours.',
  );
}
