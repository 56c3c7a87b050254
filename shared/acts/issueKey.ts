import { apiKeysMax } from '../contract/limits.ts';
import type { User } from '../contract/resources/user.ts';
import { type ApiKeyItem, createApiKey, issueOneMore } from '../data/apiKeys.ts';
import { retryOnConflict } from '../data/conflict.ts';
import { fence, type OrganizationItem } from '../data/organizations.ts';
import { commitChange, outsideOfAnyOrganization, type Records } from '../events/commitChange.ts';
import { audienceOf } from '../events/outbox.ts';
import { apiKeyRecord, type By, operator } from '../events/records.ts';
import type { Answering } from './answering.ts';
import { type Refused, refuse } from './refusal.ts';

/** A key as its maker wants it. */
interface KeyToIssue {
  readonly apiKey: ApiKeyItem;
  readonly owner: User;
  /** The organization that the key is bound to, where its maker may lose the right to make keys in it meanwhile. */
  readonly organization?: OrganizationItem | undefined;
}

interface IssueKey {
  /** Loads what the key depends on, and makes it. Throws where the caller may not have it. */
  readonly make: () => Promise<KeyToIssue>;
  readonly by: By;
  /** How many keys of the owner may work at once. Default: 100 */
  readonly most?: number;
  /** The longest life that the stage has for keys; null: none. */
  readonly longestLifeDays: number | null;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The records of a key that is bound to no organization. Default: there is no list that they belong to */
  readonly recordsOfUnbound?: (apiKey: ApiKeyItem) => Promise<Records>;
}

/** Issues a key. Those that operators issue are not counted against the most that an owner may have. */
export const issueKey = <A>(
  {
    make,
    by,
    most = apiKeysMax,
    longestLifeDays,
    now,
    recordsOfUnbound = async () => outsideOfAnyOrganization,
  }: IssueKey,
  answering: Answering<KeyToIssue, A>,
): Promise<A | Refused<'too_many'>> =>
  retryOnConflict(async () => {
    const made = await make();
    const { apiKey, owner, organization } = made;
    const writes =
      by === operator ? [createApiKey(apiKey)] : await issueOneMore(apiKey, most, longestLifeDays, now);
    if (!writes) return refuse('too_many');
    const records: Records =
      apiKey.organization_id === null
        ? await recordsOfUnbound(apiKey)
        : [apiKeyRecord('api_key.created', apiKey.organization_id, apiKey, owner, by)];
    // The organization is in the transaction: a member who leaves it, or may not manage it any more, changes it, so one comes first.
    return answering(made, (beside) =>
      commitChange({
        audience: organization && audienceOf(organization),
        records,
        writes: [...writes, ...(organization ? [fence(organization)] : []), ...beside],
      }),
    );
  });
