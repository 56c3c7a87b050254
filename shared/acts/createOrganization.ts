import type { ActorId } from '../contract/identifiers.ts';
import { founding, getFounder, withFounded } from '../data/organizations/membership.ts';
import type { OrganizationItem } from '../data/organizations/organizations.ts';
import { setFounded } from '../data/organizations/usage.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { audienceOf } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { organizationRecord } from '../events/records/organizations.ts';
import { type By, operator } from '../events/records/record.ts';
import type { Answering } from './answering.ts';
import { type Refused, refuse } from './refusal.ts';

interface CreateOrganization {
  readonly founderId: ActorId;
  readonly name: string;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The quota for people without a quota of their own. Default: none, for operators */
  readonly quota?: number;
}

/**
 * Creates an organization with its first owner. If the owner has no current organization, this organization becomes the current one.
 * Organizations that operators create count against no quota, and send as much mail as older ones. The detail of `quota_exceeded` is the quota.
 */
export const createOrganization = <A>(
  { founderId, name, by, now, quota }: CreateOrganization,
  answering: Answering<OrganizationItem, A>,
): Promise<A | Refused<'quota_exceeded' | 'no_founder'>> =>
  retryOnConflict(async () => {
    const { founder, limit = quota } = await getFounder(founderId);
    if (!founder) return refuse('no_founder');
    const isCounted = by !== operator;
    if (isCounted && limit !== undefined && founder.founded_count >= limit)
      return refuse('quota_exceeded', String(limit));
    const { organization, writes } = founding(isCounted ? withFounded(founder) : founder, name, now);
    return answering(organization, (beside) =>
      commitChange({
        audience: audienceOf(organization),
        records: [organizationRecord('organization.created', organization, by)],
        writes: [...writes, ...(isCounted ? [setFounded(organization.id, now)] : []), ...beside],
      }),
    );
  });
