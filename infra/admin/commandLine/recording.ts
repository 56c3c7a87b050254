import type { ActType } from '../../../shared/contract/actTypes.ts';
import type { EventType } from '../../../shared/contract/eventTypes.ts';
import type { ActorId } from '../../../shared/contract/identifiers.ts';
import { type ApiKeyItem, apiKeyIdOf } from '../../../shared/data/callers/apiKeys.ts';
import { listMemberships } from '../../../shared/data/organizations/organizations.ts';
import { outsideOfAnyOrganization, type Records } from '../../../shared/events/commitChange.ts';
import { type About, actRecord, type ChangeRecord, operator } from '../../../shared/events/records/record.ts';

/**
 * Acts of operators on people appear in the activity of those people's organizations. An act on a person without an organization
 * appears nowhere.
 */

/** The most items in a transaction (Amazon DynamoDB, "TransactWriteItems"). */
const transactionMax = 100;
/** The most organizations that get an entry, so that the transaction has room for the change itself. */
const organizationsMax = 90;

/** Returns the entries for an operator's act on a person or service account, one for each of their organizations. */
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

/** Returns the records of an act on a caller, even if the caller belongs to no organization. */
export const recordsOf = ([first, ...others]: readonly ChangeRecord[]): Records =>
  first ? [first, ...others] : outsideOfAnyOrganization;

/**
 * Returns the records of an act on a key that is bound to no organization. Such a key acts wherever its owner acts, so it concerns all
 * organizations of the owner.
 */
export const recordsOfUnboundKey =
  (type: 'api_key.created' | 'api_key.updated' | 'api_key.revoked') =>
  async (apiKey: ApiKeyItem): Promise<Records> =>
    recordsOf(await actsOn(apiKey.owner_id, type, { api_key_id: apiKeyIdOf(apiKey) }));

/** Returns the records of a change to any key. They cause no events. */
export async function recordsOfKeyUpdate(apiKey: ApiKeyItem): Promise<Records> {
  const { organization_id, owner_id } = apiKey;
  if (organization_id === null) return recordsOfUnboundKey('api_key.updated')(apiKey);
  const about = { user_id: owner_id, api_key_id: apiKeyIdOf(apiKey) };
  return [actRecord('api_key.updated', organization_id, operator, about)];
}

/** Splits changes of several items, so that each part fits into a transaction together with the entries. */
export function* inTransactions<T>(items: readonly T[], entries: number): Generator<readonly T[]> {
  const size = transactionMax - entries;
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
