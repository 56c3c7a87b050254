import * as z from 'zod/mini';
import { type OrganizationId, ulidOf } from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { restorableMilliseconds } from '../documents/deletedDocuments.ts';
import { operatorList } from '../keys/operatorLists.ts';
import { deletedOrganizationKey } from '../keys/organizations.ts';
import { duePlace } from '../keys/work.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  relocation,
  removalIfThere,
  replacement,
} from '../table/commit.ts';
import { listAs, readAs } from '../table/read.ts';
import { listIndex } from '../table/table.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import { type OrganizationItem, organizationItem, placeOfOrganization } from './organizations.ts';

/**
 * A deleted organization moves to another table key, as deleted documents do: lookups do not find the organization, and changes that need
 * it conflict. Then its members and endpoints are suspended (`suspension.ts`). Its other items stay in place until it is removed.
 */
const deletedOrganizationItem = z.extend(organizationItem, {
  deleted_at: dateTime,
  /**
   * `suspending`: some of its members and endpoints may not be suspended yet. `restoring`: some may not be back yet. `removing`: it can
   * no longer be restored.
   */
  state: z.enum(['suspending', 'suspended', 'restoring', 'removing']),
  restorable_until_ms: z.int(),
  due_at_ms: z.int(),
});
export type DeletedOrganizationItem = z.infer<typeof deletedOrganizationItem>;

export const getDeletedOrganization = (
  organizationId: OrganizationId,
): Promise<DeletedOrganizationItem | undefined> =>
  readAs(deletedOrganizationItem, deletedOrganizationKey(organizationId));

/** Lists the deleted organizations that are not removed yet, in the order of their deletion: for operators. */
export const listDeletedOrganizations = (): Promise<DeletedOrganizationItem[]> =>
  listAs(deletedOrganizationItem, operatorList.deletedOrganizations);

/**
 * Deletes an organization at `now` (epoch milliseconds); conflicts when it has changed since it was loaded. Sends no event, because no
 * endpoint is left.
 */
export function deleteOrganization(organization: OrganizationItem, now: number): Change[] {
  const deleted: DeletedOrganizationItem = {
    ...organization,
    deleted_at: new Date(now).toISOString(),
    state: 'suspending',
    restorable_until_ms: now + restorableMilliseconds,
    due_at_ms: now + sendGraceMilliseconds,
  };
  return relocation(placeOfOrganization(organization), placeOf(deleted), deleted);
}

/** Returns whether an organization can be restored (`now`: epoch milliseconds). */
export const isRestorable = ({ state, restorable_until_ms }: DeletedOrganizationItem, now: number): boolean =>
  state !== 'removing' && now < restorable_until_ms;

/** Gives a deleted organization another state; conflicts when it has changed since it was loaded. */
export function withState(
  organization: DeletedOrganizationItem,
  state: 'suspended' | 'restoring' | 'removing',
): Bookkeeping<DeletedOrganizationItem> {
  // A suspended organization needs no more work until its removal.
  const { restorable_until_ms, due_at_ms } = organization;
  return replace({
    ...organization,
    state,
    due_at_ms: state === 'suspended' ? restorable_until_ms : due_at_ms,
  });
}

const replace = (organization: DeletedOrganizationItem): Bookkeeping<DeletedOrganizationItem> =>
  bookkeeping('removal', replacement(placeOf(organization), organization));

/**
 * Keeps a deleted organization until a later time (epoch milliseconds). It can be restored until then; its removal is due again
 * afterwards. Conflicts when it has changed since it was loaded.
 */
export const keepUntil = (
  organization: DeletedOrganizationItem,
  until: number,
): Bookkeeping<DeletedOrganizationItem> =>
  replace({ ...organization, restorable_until_ms: until, due_at_ms: until });

/** Restores an organization; conflicts when it has changed since it was loaded. */
export function restoreOrganization(deleted: DeletedOrganizationItem): Change[] {
  const {
    deleted_at: _at,
    state: _state,
    restorable_until_ms: _until,
    due_at_ms: _due,
    ...organization
  } = deleted;
  return relocation(placeOf(deleted), placeOfOrganization(organization), organization);
}

/** Ends a removal. All other items of the organization must be removed before, because only the organization leads to them. */
export const endRemoval = ({ id }: DeletedOrganizationItem): Bookkeeping =>
  bookkeeping('removal', removalIfThere(deletedOrganizationKey(id)));

const placeOf = ({ id, deleted_at, due_at_ms }: DeletedOrganizationItem) => ({
  ...deletedOrganizationKey(id),
  [listIndex.partitionKey]: operatorList.deletedOrganizations,
  [listIndex.sortKey]: `${deleted_at}#${ulidOf(id)}`,
  ...duePlace(id, due_at_ms),
});
