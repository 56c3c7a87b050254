import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { type ApiKeyItem, listApiKeys } from '../../shared/data/apiKeys.ts';
import type { CallerItem } from '../../shared/data/callers.ts';
import { keyStatus } from './keyRecords.ts';
import { endKey } from './revokeKey.ts';
import type { Stage } from './stage.ts';

export interface Leaving {
  /** As they were before they left: keys that are bound to no organization followed their current one. */
  readonly caller: CallerItem;
  readonly organizationId: OrganizationId;
  /** The keys that were bound to the organization, which are revoked. */
  readonly bound: readonly ApiKeyItem[];
  /** Default: keys that are bound to no organization stay, and work there again if their owner returns */
  readonly revokeKeys: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Deletes what the keys of a former member were metered by, and if asked ends those that followed them to the organization. */
export async function endKeys(stage: Stage, { caller, organizationId, bound, revokeKeys, now }: Leaving) {
  const following =
    caller.current_organization_id === organizationId
      ? (await listApiKeys(caller.id)).filter(
          (key) => key.organization_id === null && keyStatus(key, stage, now) === 'active',
        )
      : [];
  // Those that have ended are ended once more for the API Gateway keys that they were metered by.
  const ending = revokeKeys ? [...bound, ...following] : bound;
  for (const key of ending) await endKey(stage, key, now);
  return {
    revoked_keys: ending.map(({ uuid }) => uuid),
    active_keys: revokeKeys ? [] : following.map(({ uuid }) => uuid),
  };
}
