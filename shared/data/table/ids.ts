import { decodeTime, encodeTime, monotonicFactory } from 'ulidx';
import { type Ulid, ulidOf } from '../../contract/identifiers.ts';
import { memory } from '../../runtime/memory.ts';

/** Random bytes. Each random character of a ULID uses one of them. */
const drawn = new Uint8Array(16);
let used = drawn.length;

/**
 * Returns a random number from 0 to 1. Random bytes are drawn sixteen at a time, which takes a tenth of the time that ulidx needs to draw a
 * byte for each character.
 */
function random(): number {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  const byte = drawn[used] ?? 0;
  used += 1;
  return byte / 256;
}

const nextUlid = memory(() => monotonicFactory(random));

/** Returns a new ULID. Within one process, each ULID is greater than the one before, even within a millisecond. */
export const newUlid = (): Ulid => nextUlid.current().toLowerCase() as Ulid;

/** Returns a new identifier. Within one process, each identifier is greater than the one before. */
export const newId = <P extends string>(prefix: P): `${P}_${string}` => `${prefix}_${newUlid()}`;

/** Returns the time at which an identifier was made, in epoch milliseconds. */
export const timeOf = (id: Parameters<typeof ulidOf>[0]): number => decodeTime(ulidOf(id).toUpperCase());

/** Returns the time at which an identifier was made, in RFC 3339 with milliseconds: the `created_at` of its resource. */
export const createdAt = (id: Parameters<typeof ulidOf>[0]): string => new Date(timeOf(id)).toISOString();

/** The latest time that a ULID can have: 48 bits of milliseconds, in the year 10889. */
const latestTime = 2 ** 48 - 1;

/** Returns the smallest ULID of a millisecond (epoch milliseconds, clamped to the times that a ULID can have). */
export const firstUlidAt = (epochMilliseconds: number): Ulid =>
  (encodeTime(Math.min(Math.max(epochMilliseconds, 0), latestTime), 10).toLowerCase() +
    '0'.repeat(16)) as Ulid;

/** Returns the ULID of a millisecond (epoch milliseconds) with the random characters of an identifier. */
export const ulidAt = (epochMilliseconds: number, id: Parameters<typeof ulidOf>[0]): Ulid =>
  (firstUlidAt(epochMilliseconds).slice(0, 10) + ulidOf(id).slice(10)) as Ulid;

/** Returns the first millisecond that is not before a time (RFC 3339), in epoch milliseconds. Date.parse drops smaller fractions. */
export const millisecondFrom = (dateTime: string): number =>
  Date.parse(dateTime) + (/\.\d{3}\d*[1-9]/.test(dateTime) ? 1 : 0);

/** Returns the smallest ULID that is not before a time (RFC 3339). */
export const firstUlidFrom = (dateTime: string): Ulid => firstUlidAt(millisecondFrom(dateTime));

/** Ids that no item has. Code reads them in place of a missing id, so that both cases take the same number of reads and the same time. */
export const noOrganizationId = `org_${'0'.repeat(26)}` as const;
export const noUserId = `user_${'0'.repeat(26)}` as const;
export const noRoomId = `room_${'0'.repeat(26)}` as const;
