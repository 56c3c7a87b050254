import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import { type ActorId, type OrganizationId, organizationId } from '../../contract/identifiers.ts';
import { takenOwnershipKey } from '../keys/callers.ts';
import type { Key } from '../keys/key.ts';
import { type Change, creation, removal } from '../table/commit.ts';
import { firstUlidAt, newUlid } from '../table/ids.ts';
import { queryItems } from '../table/read.ts';
import type { MemberItem } from './organizations.ts';

/**
 * The record that a person without powers took the owner's role from an owner with powers. For 24 hours, that owner can take the role back.
 * The record is not in the item of the member, because the owner may have been removed.
 */
const takenOwnershipItem = z.object({
  sk: z.string(),
  organization_id: organizationId,
  expires_at_seconds: z.int(),
});

export interface TakenOwnership {
  readonly key: Key;
  readonly organization_id: OrganizationId;
  /** Until when it can be taken back, in epoch seconds. */
  readonly expires_at_seconds: number;
}

const reclaimSeconds = daySeconds;
/** The time in which the role can be taken back. */
export const reclaimMilliseconds = reclaimSeconds * 1000;

/** Records that a member was demoted or removed at `now` (epoch milliseconds). */
export const createTakenOwnership = (
  { organization_id, user_id }: Pick<MemberItem, 'organization_id' | 'user_id'>,
  now: number,
): Change =>
  creation(takenOwnershipKey(user_id, newUlid()), {
    organization_id,
    expires_at_seconds: Math.floor(now / 1000) + reclaimSeconds,
  });

/** Lists the ownerships that a person can take back at `now` (epoch milliseconds), the last taken first. */
export async function listTakenOwnerships(userId: ActorId, now: number): Promise<TakenOwnership[]> {
  const { pk, sk: since } = takenOwnershipKey(userId, firstUlidAt(now - reclaimSeconds * 1000));
  const items = await queryItems({
    KeyConditionExpression: 'pk = :pk AND sk >= :since',
    ExpressionAttributeValues: { ':pk': pk, ':since': since },
    ConsistentRead: true,
    ScanIndexForward: false,
  });
  return items.flatMap((item) => {
    const { sk, organization_id, expires_at_seconds } = z.parse(takenOwnershipItem, item);
    return expires_at_seconds * 1000 > now ? { key: { pk, sk }, organization_id, expires_at_seconds } : [];
  });
}

/** Removes the record of an ownership that was taken back. Conflicts when another request has removed the record. */
export const removeTakenOwnership = ({ key }: TakenOwnership): Change<undefined> => removal(key);
