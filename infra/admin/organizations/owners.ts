import { ownerRefusal } from '../../../shared/acts/owners.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import type { ActorId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { listMembers, type MemberItem } from '../../../shared/data/organizations/organizations.ts';
import { existingOrganization, organizationLabel } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';

/** The Refusals for a person who must stay an owner of an organization. `organization`: its label */
export const ownerRefusals = (who: string, organization: string) => {
  const refusal = (what: string) => () =>
    new Refusal(`${who} is ${what} of ${organization}. Make another member owner first.`);
  return {
    last_owner: refusal('the last owner'),
    last_enabled_owner: refusal('the only owner who is not disabled'),
  };
};

/** Throws a Refusal when a member who loses ownership is the organization's last enabled owner. */
export async function requireOtherOwner(member: MemberItem, who: string): Promise<void> {
  const organization = await existingOrganization(member.organization_id);
  const refusal = await ownerRefusal(organization, member, hasOtherOwner);
  accepted(refusal, ownerRefusals(who, organizationLabel(organization)));
}

/** Returns whether an organization has another enabled owner besides the member. */
export const hasOtherOwner = ({ organization_id, user_id }: MemberItem): Promise<boolean> =>
  hasOwnerBesides(organization_id, new Set([user_id]));

/** Returns whether an organization has an enabled owner who is not among these. */
export async function hasOwnerBesides(
  organizationId: OrganizationId,
  people: ReadonlySet<ActorId>,
): Promise<boolean> {
  const others = (await listMembers(organizationId)).filter(
    (member) => member.role === 'owner' && !people.has(member.user_id),
  );
  const callers = await Promise.all(others.map((other) => getCaller(other.user_id)));
  return callers.some((caller) => caller?.disabled_at === null);
}
