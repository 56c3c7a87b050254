import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { listApiKeys } from '../../shared/data/apiKeys.ts';
import type { CallerItem } from '../../shared/data/callers.ts';
import { keyStatus } from './keyRecords.ts';
import { endKey } from './revokeKey.ts';
import { endSessionsOf } from './sessionRecords.ts';
import type { Stage } from './stage.ts';

export interface Leaving {
  /** As they were before they left: credentials that are bound to no organization followed their current one. */
  readonly caller: CallerItem;
  readonly organizationId: OrganizationId;
  /** Default: keys stay, and work again if their owner returns */
  readonly revokeKeys: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Ends the sessions, and if asked the keys, with which a former member acted in an organization. Names the keys by their ids. */
export async function endCredentials(stage: Stage, { caller, organizationId, revokeKeys, now }: Leaving) {
  const actedThere = ({ organization_id }: { readonly organization_id: OrganizationId | null }) =>
    (organization_id ?? caller.current_organization_id) === organizationId;
  const [ended, keys] = await Promise.all([
    endSessionsOf(caller.id, now, actedThere),
    listApiKeys(caller.id),
  ]);
  const active = keys.filter((key) => actedThere(key) && keyStatus(key, stage, now) === 'active');
  if (revokeKeys) for (const key of active) await endKey(stage, key, now);
  const ids = active.map(({ uuid }) => uuid);
  return {
    ended_sessions: ended.length,
    active_keys: revokeKeys ? [] : ids,
    revoked_keys: revokeKeys ? ids : [],
  };
}
