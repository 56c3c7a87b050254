import { type CallerItem, getCaller } from '../../shared/data/callers.ts';
import { listMembers, type MemberItem } from '../../shared/data/organizations.ts';
import { Refusal } from './refusal.ts';

type Membership = Pick<MemberItem, 'organization_id' | 'user_id'>;

/** Lists the owners of an organization besides one. */
async function otherOwners({ organization_id, user_id }: Membership): Promise<CallerItem[]> {
  const others = (await listMembers(organization_id)).filter(
    (member) => member.role === 'owner' && member.user_id !== user_id,
  );
  const callers = await Promise.all(others.map((other) => getCaller(other.user_id)));
  return callers.filter((caller) => caller !== undefined);
}

const isEnabled = ({ disabled_at }: CallerItem): boolean => disabled_at === null;

/** Returns whether an organization has an owner who is not shut out, besides one. */
export const hasOtherOwner = async (membership: Membership): Promise<boolean> =>
  (await otherOwners(membership)).some(isEnabled);

/**
 * Throws a Refusal when somebody who is about to be no owner any more is the last of their organization who is not shut out.
 * Owners cannot change until that is committed, because the organization is in every such commit; shutting one out can come
 * between, and `users disable` says so.
 */
export async function requireOtherOwner(member: MemberItem, who: string): Promise<void> {
  if (member.role !== 'owner') return;
  const others = await otherOwners(member);
  if (others.some(isEnabled)) return;
  const last = others.length > 0 ? 'the only owner who is not disabled' : 'the last owner';
  throw new Refusal(`${who} is ${last} of ${member.organization_id}. Make another member owner first.`);
}
