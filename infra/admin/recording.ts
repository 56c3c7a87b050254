import type { ActType } from '../../shared/contract/actTypes.ts';
import type { ActorId } from '../../shared/contract/identifiers.ts';
import { type Act, commitWithActs } from '../../shared/data/activity.ts';
import { type Change, type Committed, commit, type Write } from '../../shared/data/commit.ts';
import { listMemberships } from '../../shared/data/organizations.ts';
import { type About, actOf } from '../../shared/events/acts.ts';
import { operator } from '../../shared/events/describe.ts';

/** What operators do to people is in the activity of the organizations that these belong to. */

/** A transaction takes a hundred items (Amazon DynamoDB, "TransactWriteItems"); whoever belongs to more is told of in the first. */
const organizationsMax = 90;

/** Returns the entries of an operator's act on a person, or a service account: none for who belongs to no organization. */
export async function actsOn(userId: ActorId, type: ActType, about: About = {}): Promise<Act[]> {
  const memberships = await listMemberships(userId);
  return memberships
    .slice(0, organizationsMax)
    .map(({ organization_id }) => actOf(type, organization_id, operator, { user_id: userId, ...about }));
}

/** Commits what an operator does to somebody with its entries, if there are any. */
export function commitActs<const W extends readonly Write[]>(
  [first, ...others]: readonly Act[],
  writes: W,
): Promise<Committed<W>> {
  return first ? commitWithActs([first, ...others], writes) : commit(writes);
}

/** Commits an act of which nothing but its entries is left to commit. */
export async function record(acts: readonly Act[]): Promise<void> {
  const [first, ...others] = acts;
  const none: readonly Change[] = [];
  if (first) await commitWithActs([first, ...others], none);
}
