import {
  base32Digits,
  type DocumentId,
  type OrganizationId,
  type Tenant,
  ulidOf,
} from '../../contract/identifiers.ts';
import { dueIndex } from '../table/table.ts';
import type { Key } from './key.ts';

/** The last run of the sweep: one item for the stage. */
export const sweepKey: Key = { pk: 'SWEEP', sk: 'SWEEP' };

/** `host`: a name that `hostOf` returns. */
export const hostKey = (organizationId: OrganizationId, host: string): Key => ({
  pk: `HOST#${ulidOf(organizationId)}#${host}`,
  sk: 'HOST',
});

/** The slots for a tenant's slow files. */
export const slowFilesKey = (tenant: Tenant): Key => ({ pk: `SLOW#${ulidOf(tenant)}`, sk: 'SLOW' });

/** The slots for drawing pages and stamping copies of a tenant's files for readers. */
export const copiesKey = (tenant: Tenant): Key => ({ pk: `COPIES#${ulidOf(tenant)}`, sk: 'COPIES' });

/**
 * The due index is spread over this many partitions. Each takes 1,000 writes a second (Amazon DynamoDB, "Partitions"). An upload makes 2
 * writes: one when its version becomes due, one when it is processed. In an organization with endpoints, each of the upload's four events
 * also becomes due and is fanned out (2 writes). An event also wakes the lane of each endpoint that receives it (2 writes at most). So 5,000
 * uploads a second make 10,000 writes a second without endpoints, and at most 90,000 with one endpoint: 80 to 700 in each partition.
 *
 * The sweep queries each partition once a minute. While nothing is due, a query costs half a read unit. So all partitions cost 64 read
 * units a minute, or 2.8 million read units a month, which is about 0.35 dollars.
 *
 * The number may grow, because the sweep still reads the old partitions. It must never shrink.
 */
export const dueShardCount = 128;

/** Returns the shard of an identifier. */
export const dueShardOf = (id: `${string}_${string}`): string => String(randomBitsOf(id) % dueShardCount);

/** Returns ten random bits as a number: the last two characters of the ULID at the end of a text. */
export function randomBitsOf(text: string): number {
  const [high = '0', low = '0'] = text.slice(-2);
  return base32Digits.indexOf(high) * base32Digits.length + base32Digits.indexOf(low);
}

/** Returns the partition of an item in the due index: none when nothing is due. */
export const duePlace = (id: `${string}_${string}`, dueAtMilliseconds: number | undefined) =>
  dueAtMilliseconds === undefined ? {} : { [dueIndex.partitionKey]: dueShardOf(id) };

export const dueShards: readonly string[] = Array.from({ length: dueShardCount }, (_, shard) =>
  String(shard),
);

/**
 * The partitions of the due index with the marks of documents for search. The sweep reads the longest due items of each partition, so many
 * marks, which a release before 1.1.0 leaves due, would keep it from other work in the same partition. Each takes 1,000 changes a second.
 */
const searchShardCount = 16;
const searchShard = (number: number): string => `SEARCH#${number}`;

export const searchShardOf = (documentId: DocumentId): string =>
  searchShard(randomBitsOf(documentId) % searchShardCount);

export const searchShards: readonly string[] = Array.from({ length: searchShardCount }, (_, number) =>
  searchShard(number),
);
