import { decodeTime, encodeTime, monotonicFactory } from 'ulidx';
import { type Ulid, ulidOf } from '../contract/identifiers.ts';

const nextUlid = monotonicFactory();

/** A new ULID for what has no identifier that clients see; within one process each is greater than the one before. */
export const newUlid = (): Ulid => nextUlid().toLowerCase() as Ulid;

/** A new identifier; within one process each is greater than the one before, also within a millisecond. */
export const newId = <P extends string>(prefix: P): `${P}_${string}` => `${prefix}_${newUlid()}`;

/** When an identifier was made, as an RFC 3339 date-time with milliseconds: the `created_at` of what bears it. */
export const createdAt = (id: Parameters<typeof ulidOf>[0]): string =>
  new Date(decodeTime(ulidOf(id).toUpperCase())).toISOString();

/** The largest time a ULID can carry: 48 bits of milliseconds, in the year 10889. */
const latestTime = 2 ** 48 - 1;

/** The smallest ULID of a millisecond (epoch milliseconds, clamped to what a ULID can carry). */
export const firstUlidAt = (epochMilliseconds: number): Ulid =>
  (encodeTime(Math.min(Math.max(epochMilliseconds, 0), latestTime), 10).toLowerCase() +
    '0'.repeat(16)) as Ulid;
