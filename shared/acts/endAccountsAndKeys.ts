import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import {
  type AccountsAndKeys,
  isNothing,
  readAccountsAndKeys,
  stopMaking,
} from '../data/organizations/accountsAndKeys.ts';
import { getOrganizationAndMember } from '../data/organizations/organizations.ts';
import type { By } from '../events/records/record.ts';
import { removeMember } from './removeMember.ts';
import { revokeKey } from './revokeKey.ts';

interface EndMade {
  readonly userId: ActorId | MemberUserId;
  readonly organizationId: OrganizationId;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The time limit for all rounds. A key can make another key before it is revoked, and the next round finds that key. API Gateway waits for
 * 29 s.
 */
const budgetMilliseconds = 20_000;

/**
 * Deletes the service accounts and revokes the keys that a former member made in the organization, and returns these accounts and keys. A
 * call can be repeated, and does nothing if the person is a member again. Throws if time runs out before all accounts and keys have ended.
 *
 * @param found what they made, as read after they left
 */
export async function endAccountsAndKeys(
  { userId, organizationId, by, now }: EndMade,
  found: AccountsAndKeys,
): Promise<AccountsAndKeys> {
  const ended: { accounts: AccountsAndKeys['accounts']; keys: AccountsAndKeys['keys'] } = {
    accounts: [],
    keys: [],
  };
  const { member } = await getOrganizationAndMember(organizationId, userId);
  if (member) return ended;
  const deadline = performance.now() + budgetMilliseconds;
  for (let made = found; ; made = await readAccountsAndKeys(organizationId, userId)) {
    if (isNothing(made)) return ended;
    if (performance.now() > deadline)
      throw new Error(`the keys and service accounts of ${userId} were not ended in time`);
    await Promise.all(made.keys.map(({ uuid }) => revokeKey({ uuid, by, now })));
    // Each removal changes the organization, so removals at the same time would conflict.
    for (const account of made.accounts)
      await removeMember({
        userId: account.user_id,
        organizationId,
        by,
        now,
        accountType: 'service_account.deleted',
        endEntries: null,
      });
    await stopMaking(organizationId);
    ended.accounts = [...ended.accounts, ...made.accounts];
    ended.keys = [...ended.keys, ...made.keys];
  }
}
