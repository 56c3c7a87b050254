import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { listApiKeys } from '../../shared/data/apiKeys.ts';
import type { CallerItem } from '../../shared/data/callers.ts';
import { endKeysOfFormerMember } from '../../shared/events/apiKeys.ts';
import { operator } from '../../shared/events/describe.ts';
import { keyStatus } from './keyRecords.ts';
import { endKey } from './revokeKey.ts';
import type { Stage } from './stage.ts';

export interface Leaving {
  /** As they were before they left: keys that are bound to no organization followed their current one. */
  readonly caller: CallerItem;
  readonly organizationId: OrganizationId;
  /** Default: keys that are bound to no organization stay, and work there again if their owner returns */
  readonly revokeKeys: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Ends the keys of a former member that are bound to the organization, and if asked those that followed them there. */
export async function endKeys(stage: Stage, { caller, organizationId, revokeKeys, now }: Leaving) {
  const bound = await endKeysOfFormerMember(caller.id, organizationId, operator, now);
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
