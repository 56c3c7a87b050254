import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import { isNothing, type Made, readMade } from '../data/made.ts';
import { getOrganizationAndMember } from '../data/organizations.ts';
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

/** A key that is being ended can make another one at the same moment, which the next round finds. */
const roundsMax = 5;

/**
 * Ends the service accounts and keys that somebody made in an organization that they have left, and returns them. It can be
 * repeated, and does nothing to somebody who is a member again.
 */
export async function endMade({ userId, organizationId, by, now }: EndMade): Promise<Made> {
  const ended: { accounts: Made['accounts']; keys: Made['keys'] } = { accounts: [], keys: [] };
  const { member } = await getOrganizationAndMember(organizationId, userId);
  if (member) return ended;
  for (let round = 0; round < roundsMax; round++) {
    const made = await readMade(organizationId, userId);
    if (isNothing(made)) break;
    await Promise.all(made.keys.map(({ uuid }) => revokeKey({ uuid, by, now })));
    // Each removal changes the organization: one after the other, none has to be tried again.
    for (const account of made.accounts)
      await removeMember({
        userId: account.user_id,
        organizationId,
        by,
        now,
        accountType: 'service_account.deleted',
      });
    ended.accounts = [...ended.accounts, ...made.accounts];
    ended.keys = [...ended.keys, ...made.keys];
  }
  return ended;
}
