import type { ApiKeyItem } from '../data/callers/apiKeys.ts';
import { type AccountsAndKeys, readAccountsAndKeys } from '../data/organizations/accountsAndKeys.ts';
import { endAccountsAndKeys } from './endAccountsAndKeys.ts';
import type { OwnerRefusal } from './owners.ts';
import { isRefused, type Refused } from './refusal.ts';
import { type MemberRemoved, type RemoveMember, removeMember } from './removeMember.ts';

interface Removal {
  /** Undefined: the person was not a member any more. */
  readonly removed: MemberRemoved | undefined;
  /** The keys that were bound to the organization. */
  readonly revokedKeys: readonly ApiKeyItem[];
}

export interface RemovedAndMade extends Removal {
  /** What the member made and has ended. */
  readonly ended: AccountsAndKeys;
  /** What the member made and keeps working. */
  readonly left: AccountsAndKeys;
}

interface RemoveMemberAndMade extends RemoveMember {
  /** Is called after the removal. Returns whether to end the accounts and keys that the member made. */
  readonly endsMade: (made: AccountsAndKeys, removal: Removal) => Promise<boolean>;
}

/**
 * Removes a member, and then the service accounts and keys that they made: until the removal, the member could make more of them. Can be
 * repeated: if the person is no member any more, it ends what is left.
 */
export async function removeMemberAndMade({
  endsMade,
  ...given
}: RemoveMemberAndMade): Promise<RemovedAndMade | Refused<OwnerRefusal>> {
  const outcome = await removeMember(given);
  if (isRefused(outcome) && outcome.refused !== 'no_member') return outcome;
  const removal: Removal = isRefused(outcome)
    ? { removed: undefined, revokedKeys: outcome.detail }
    : { removed: outcome, revokedKeys: outcome.revokedKeys };
  const made = await readAccountsAndKeys(given.organizationId, given.userId);
  return (await endsMade(made, removal))
    ? { ...removal, ended: await endAccountsAndKeys(given, made), left: nothing }
    : { ...removal, ended: nothing, left: made };
}

const nothing: AccountsAndKeys = { accounts: [], keys: [] };
