import * as z from 'zod/mini';
import { dayMilliseconds } from '../../contract/days.ts';
import type { OrganizationId, RoomAccessId } from '../../contract/identifiers.ts';
import { endedShareDays } from '../../contract/limits.ts';
import { dateTime, utcTime } from '../../contract/text.ts';
import { leftKey } from '../keys/organizations.ts';
import { attributeUpdate, type Change } from '../table/commit.ts';
import { createdAt } from '../table/ids.ts';
import { type Item, readAll } from '../table/read.ts';
import { table } from '../table/table.ts';
import type { ShareItem } from './shareItems.ts';

/** Returns whether a share has ended at `now` (epoch milliseconds), or was withdrawn. */
export const hasEnded = (
  { expires_at, ended_at }: Pick<ShareItem, 'expires_at'> & Partial<Pick<ShareItem, 'ended_at'>>,
  now: number,
): boolean => ended_at !== undefined || (expires_at !== null && Date.parse(expires_at) <= now);

/** Returns the share with another end, and with the time to live after which the share is no longer listed. */
export const endingAt = <S extends Pick<ShareItem, 'expires_at'>>(
  share: S,
  expires_at: string | null,
): S => ({
  ...share,
  expires_at: expires_at && utcTime(expires_at),
  [table.timeToLive]: expires_at === null ? undefined : timeToLiveAfter(expires_at),
});

const timeToLiveAfter = (end: string): number =>
  Math.ceil((Date.parse(end) + endedShareDays * dayMilliseconds) / 1000);

/**
 * Returns the end of a share in epoch milliseconds, from its place in a list; infinity: it does not end. Release 1.0.1 writes only the time
 * to live, which is in seconds.
 */
export function endOf({
  expires_at,
  expires_at_seconds = Number.POSITIVE_INFINITY,
}: { readonly expires_at?: string | null | undefined } & Pick<ShareItem, 'expires_at_seconds'>): number {
  if (expires_at && timeToLiveAfter(expires_at) === expires_at_seconds) return Date.parse(expires_at);
  return expires_at_seconds * 1000 - endedShareDays * dayMilliseconds;
}

/** Returns whether a share that ended at `end` is still listed. Both times are in epoch milliseconds. */
export const isListedAfter = (end: number, now: number): boolean =>
  end + endedShareDays * dayMilliseconds > now;

/**
 * Returns the shares that are listed: shares that have not ended, or ended recently. A share also ends when the person leaves the
 * organization.
 */
export async function listedAmong<S extends ShareItem>(shares: readonly S[], now: number): Promise<S[]> {
  const left = await readAll(
    shares.map(({ organization_id, email }) => organization_id && leftKey(organization_id, email)),
  );
  return shares
    .map((share, index) => endedByLeaving(share, left[index]))
    .filter(({ expires_at_seconds = Number.POSITIVE_INFINITY }) => expires_at_seconds * 1000 > now);
}

/** When a person left an organization, by their address. */
export const leftItem = z.object({ left_at: dateTime });

/**
 * Returns the share as it is for readers: it ended when the person with its address left the organization. `left`: the item at `leftKey`.
 */
export function endedByLeaving<S extends ShareItem>(share: S, left: Item | undefined): S {
  if (!left || !hasLeftSince(share, left)) return share;
  const { left_at } = z.parse(leftItem, left);
  return hasEnded(share, Date.parse(left_at)) ? share : { ...endingAt(share, left_at), left_at };
}

/** Returns when the person with the address of a share left the organization after the share was made, in epoch milliseconds; infinity: never. */
export const leftAt = (
  share: { readonly id: ShareItem['id'] | RoomAccessId },
  left: Item | undefined,
): number =>
  left && hasLeftSince(share, left) ? Date.parse(z.parse(leftItem, left).left_at) : Number.POSITIVE_INFINITY;

/**
 * Returns whether the person with the address of a share, or of an access entry of a room, left the organization after the share was made.
 */
export const hasLeftSince = (
  { id }: { readonly id: ShareItem['id'] | RoomAccessId },
  left: Item | undefined,
): boolean => left !== undefined && createdAt(id) <= z.parse(leftItem, left).left_at;

/** Ends all shares of an organization's documents to the address of a member who leaves the organization at `now` (epoch milliseconds). */
export const endSharesWith = (organizationId: OrganizationId, address: string, now: number): Change =>
  attributeUpdate(leftKey(organizationId, address), {
    UpdateExpression: 'SET left_at = :now',
    ExpressionAttributeValues: { ':now': new Date(now).toISOString() },
  });
