import type { ActType } from '../../shared/contract/actTypes.ts';
import type { EventType } from '../../shared/contract/eventTypes.ts';
import type { ActorId } from '../../shared/contract/identifiers.ts';
import { type Act, commitWithActs } from '../../shared/data/activity.ts';
import { type ApiKeyItem, apiKeyIdOf } from '../../shared/data/apiKeys.ts';
import { type Committed, commit, type Write } from '../../shared/data/commit.ts';
import { isPerson, listMemberships, type MemberItem } from '../../shared/data/organizations.ts';
import { type About, actOf } from '../../shared/events/acts.ts';
import { operator } from '../../shared/events/describe.ts';

/**
 * What operators do to people is in the activity of the organizations that these belong to. Where they belong to none, there is no
 * activity that it could be in.
 */

/** Amazon DynamoDB, "TransactWriteItems". */
const transactionMax = 100;
/** Whoever belongs to more is told of in the first: the rest of the transaction is for the change. */
const organizationsMax = 90;

/** Returns the entries of an operator's act on a person, or a service account: none for who belongs to no organization. */
export async function actsOn(userId: ActorId, type: ActType | EventType, about: About = {}): Promise<Act[]> {
  const memberships = await listMemberships(userId);
  return memberships
    .slice(0, organizationsMax)
    .map(({ organization_id }) => actOf(type, organization_id, operator, { user_id: userId, ...about }));
}

/**
 * Returns the entries of an act on a key that is bound to no organization: it acts wherever its owner is at the time, so it concerns
 * all that they belong to. Of others, events tell.
 */
export const actsOnUnboundKey = async (
  type: 'api_key.created' | 'api_key.revoked',
  apiKey: ApiKeyItem,
): Promise<Act[]> =>
  apiKey.organization_id === null ? actsOn(apiKey.owner_id, type, { api_key_id: apiKeyIdOf(apiKey) }) : [];

/** Returns the entries of a change to any key: no event tells of it. */
export const actsOnKeyUpdate = async (apiKey: ApiKeyItem): Promise<Act[]> => {
  const { organization_id, owner_id } = apiKey;
  const about = { api_key_id: apiKeyIdOf(apiKey) };
  return organization_id === null
    ? actsOn(owner_id, 'api_key.updated', about)
    : [actOf('api_key.updated', organization_id, operator, { user_id: owner_id, ...about })];
};

/** Returns the entries of an act on a member that is a service account: events tell of people only. */
export const actsOnAccount = (
  type: 'service_account.added' | 'service_account.role_updated' | 'service_account.removed',
  member: MemberItem,
): Act[] =>
  isPerson(member)
    ? []
    : [
        actOf(type, member.organization_id, operator, {
          service_account_id: member.user_id,
          role: member.role,
        }),
      ];

/** Commits what an operator does with its entries, if there are any, all or nothing. */
export function commitActs<const W extends readonly Write[]>(
  [first, ...others]: readonly Act[],
  writes: W,
): Promise<Committed<W>> {
  return first ? commitWithActs([first, ...others], writes) : commit(writes);
}

/** Splits what is done to several items, so that each part has room in a transaction beside so many entries. */
export function* inTransactions<T>(items: readonly T[], entries: number): Generator<readonly T[]> {
  const size = transactionMax - entries;
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
