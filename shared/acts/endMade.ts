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

/** A key can make another key while it is being revoked; the next round finds that one. */
const roundsMax = 5;

/**
 * Removes the service accounts and revokes the keys that a former member made in an organization, and returns them. It can be repeated,
 * and does nothing if the person is a member again.
 */
export async function endMade({ userId, organizationId, by, now }: EndMade): Promise<Made> {
  const ended: { accounts: Made['accounts']; keys: Made['keys'] } = { accounts: [], keys: [] };
  const { member } = await getOrganizationAndMember(organizationId, userId);
  if (member) return ended;
  for (let round = 0; round < roundsMax; round++) {
    const made = await readMade(organizationId, userId);
    if (isNothing(made)) break;
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
    ended.accounts = [...ended.accounts, ...made.accounts];
    ended.keys = [...ended.keys, ...made.keys];
  }
  return ended;
}
