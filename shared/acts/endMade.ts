import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import {
  type AccountsAndKeys,
  isNothing,
  readAccountsAndKeys,
  stopMaking,
} from '../data/organizations/accountsAndKeys.ts';
import { getOrganizationAndMember } from '../data/organizations/organizations.ts';
import type { By } from '../events/records.ts';
import { removeMember } from './removeMember.ts';
import { revokeKey } from './revokeKey.ts';

interface EndMade {
  readonly userId: ActorId | MemberUserId;
  readonly organizationId: OrganizationId;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A key can make another one before it ends, which the next round finds. API Gateway waits for 29 s. */
const budgetMilliseconds = 20_000;

/**
 * Ends the service accounts and keys that a former member made in the organization, and returns them. It can be
 * repeated, and does nothing to somebody who is a member again. Throws when the time is up before nothing is left.
 */
export async function endMade({ userId, organizationId, by, now }: EndMade): Promise<AccountsAndKeys> {
  const ended: { accounts: AccountsAndKeys['accounts']; keys: AccountsAndKeys['keys'] } = {
    accounts: [],
    keys: [],
  };
  const { member } = await getOrganizationAndMember(organizationId, userId);
  if (member) return ended;
  const deadline = performance.now() + budgetMilliseconds;
  for (;;) {
    const made = await readAccountsAndKeys(organizationId, userId);
    if (isNothing(made)) return ended;
    if (performance.now() > deadline) throw new Error(`what ${userId} made was not ended in time`);
    await Promise.all(made.keys.map(({ uuid }) => revokeKey({ uuid, by, now })));
    // Each removal changes the organization: in sequence, no removal conflicts with another.
    for (const account of made.accounts)
      await removeMember({
        userId: account.user_id,
        organizationId,
        by,
        now,
        accountType: 'service_account.deleted',
      });
    await stopMaking(organizationId);
    ended.accounts = [...ended.accounts, ...made.accounts];
    ended.keys = [...ended.keys, ...made.keys];
  }
}
