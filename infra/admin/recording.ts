import type { ActType } from '../../shared/contract/actTypes.ts';
import type { EventType } from '../../shared/contract/eventTypes.ts';
import type { ActorId } from '../../shared/contract/identifiers.ts';
import { type ApiKeyItem, apiKeyIdOf } from '../../shared/data/apiKeys.ts';
import { listMemberships } from '../../shared/data/organizations.ts';
import { outsideOfAnyOrganization, type Records } from '../../shared/events/commitChange.ts';
import { type About, actRecord, type ChangeRecord, operator } from '../../shared/events/records.ts';

/**
 * What operators do to people is in the activity of the organizations that these belong to. Where they belong to none, there is no
 * activity that it could be in.
 */

/** Amazon DynamoDB, "TransactWriteItems". */
const transactionMax = 100;
/** Whoever belongs to more is told of in the first: the rest of the transaction is for the change. */
const organizationsMax = 90;

/** Returns the entries of an operator's act on a person, or a service account: none for who belongs to no organization. */
export async function actsOn(
  userId: ActorId,
  type: ActType | EventType,
  about: About = {},
): Promise<ChangeRecord[]> {
  const memberships = await listMemberships(userId);
  return memberships
    .slice(0, organizationsMax)
    .map(({ organization_id }) => actRecord(type, organization_id, operator, { user_id: userId, ...about }));
}

/** Returns the records of an act on somebody, who may belong to no organization. */
export const recordsOf = ([first, ...others]: readonly ChangeRecord[]): Records =>
  first ? [first, ...others] : outsideOfAnyOrganization;

/**
 * Returns the records of an act on a key that is bound to no organization: it acts wherever its owner is at the time, so it concerns
 * all organizations that they belong to.
 */
export const recordsOfUnboundKey =
  (type: 'api_key.created' | 'api_key.updated' | 'api_key.revoked') =>
  async (apiKey: ApiKeyItem): Promise<Records> =>
    recordsOf(await actsOn(apiKey.owner_id, type, { api_key_id: apiKeyIdOf(apiKey) }));

/** Returns the records of a change to any key, which endpoints are not told of. */
export async function recordsOfKeyUpdate(apiKey: ApiKeyItem): Promise<Records> {
  const { organization_id, owner_id } = apiKey;
  if (organization_id === null) return recordsOfUnboundKey('api_key.updated')(apiKey);
  const about = { user_id: owner_id, api_key_id: apiKeyIdOf(apiKey) };
  return [actRecord('api_key.updated', organization_id, operator, about)];
}

/** Splits what is done to several items, so that each part has room in a transaction beside so many entries. */
export function* inTransactions<T>(items: readonly T[], entries: number): Generator<readonly T[]> {
  const size = transactionMax - entries;
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
