import { apiKeysMax } from '../contract/limits.ts';
import type { User } from '../contract/resources/user.ts';
import { type ApiKeyItem, createApiKey, issueOneMore } from '../data/callers/apiKeys.ts';
import { fence, type OrganizationItem } from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { audienceOf } from '../events/audience.ts';
import { commitChange, outsideOfAnyOrganization, type Records } from '../events/commitChange.ts';
import { apiKeyRecord } from '../events/records/apiKeys.ts';
import { type By, operator } from '../events/records/record.ts';
import type { Answering } from './answering.ts';
import { type Refused, refuse } from './refusal.ts';

/** The key to be issued. */
interface KeyToIssue {
  readonly apiKey: ApiKeyItem;
  readonly owner: User;
  /**
   * The organization of the key, if the maker of the key may lose the right to make keys before the commit. The commit then includes the
   * organization.
   */
  readonly organization?: OrganizationItem | undefined;
}

interface IssueKey {
  /** Loads the items that the key depends on, and makes the key. Throws when the caller may not have the key. */
  readonly make: () => Promise<KeyToIssue>;
  readonly by: By;
  /** The number of active keys that the owner may have. Default: 100 */
  readonly most?: number;
  /** The longest lifetime that the stage allows for keys; null: no limit. */
  readonly longestLifeDays: number | null;
  /** Epoch milliseconds. */
  readonly now: number;
  /**
   * Returns the records of a key that is bound to no organization. Default: no records, because such a key is in no organization's activity
   */
  readonly recordsOfUnbound?: (apiKey: ApiKeyItem) => Promise<Records>;
}

/** Issues a key. The limit on an owner's keys does not apply to operators. */
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
    // The transaction includes the organization. A commit that removes a member, or a member's right to manage, changes the organization
    // too, so one of the two commits conflicts.
    return answering(made, (beside) =>
      commitChange({
        audience: organization && audienceOf(organization),
        records,
        writes: [...writes, ...(organization ? [fence(organization)] : []), ...beside],
      }),
    );
  });
