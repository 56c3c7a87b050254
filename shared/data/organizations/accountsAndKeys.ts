import { type ActorId, type MemberUserId, type OrganizationId, ulidOf } from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import { type ApiKeyItem, listRosteredKeys } from '../callers/apiKeys.ts';
import { memberPrefix, organizationKey } from '../keys/organizations.ts';
import { bookkeeping, writeBookkeeping } from '../table/commit.ts';
import { unlessConflict } from '../table/conflict.ts';
import { queryAs, under } from '../table/read.ts';
import { fence, getOrganization, isPerson, type MemberItem, memberItem } from './organizations.ts';

/** The accounts and keys that a person made in an organization, and that still work after the person has left. */
export interface AccountsAndKeys {
  readonly accounts: readonly MemberItem[];
  /** The keys that the person made for other service accounts. */
  readonly keys: readonly ApiKeyItem[];
}

export const isNothing = ({ accounts, keys }: AccountsAndKeys): boolean =>
  accounts.length + keys.length === 0;

/**
 * Reads the service accounts that a person made in an organization, and the unrevoked keys that the person made for other service accounts
 * of the organization. Reads all members with strong consistency, and so finds accounts and keys that were made just before the person
 * left.
 */
export async function readAccountsAndKeys(
  organizationId: OrganizationId,
  userId: ActorId | MemberUserId,
): Promise<AccountsAndKeys> {
  const isTheirs = ({ made_by }: { readonly made_by?: User | null | undefined }) =>
    made_by?.id === `user_${ulidOf(userId)}`;
  const members = await queryAs(memberItem, under(organizationKey(organizationId), memberPrefix));
  const accounts = members.filter((member) => !isPerson(member));
  const others = accounts.filter((account) => !isTheirs(account));
  const keys = await listRosteredKeys(others.map(({ user_id }) => user_id));
  return {
    accounts: accounts.filter(isTheirs),
    keys: keys.filter(
      (key) => isTheirs(key) && key.organization_id === organizationId && key.revoked_at === null,
    ),
  };
}

/**
 * Writes the organization, as each commit of a new key does. If a request with a revoked key is making another key at the same time, its
 * commit conflicts. The request then starts over and finds its own key revoked. If the write here conflicts, another commit has written the
 * organization, which has the same effect.
 */
export async function stopMaking(organizationId: OrganizationId): Promise<void> {
  const organization = await getOrganization(organizationId);
  if (organization) await unlessConflict(writeBookkeeping([bookkeeping('following', fence(organization))]));
}
