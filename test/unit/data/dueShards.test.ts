import { expect, test } from 'vitest';
import { dueShardCount, dueShards, searchShardOf, searchShards } from '../../../shared/data/keys/work.ts';
import { newId } from '../../../shared/data/table/ids.ts';

test('the sweep reads every partition of this and earlier releases', () => {
  // The partitions of earlier releases. Items of these releases may still be stored in them.
  for (const earlierCount of [4, dueShardCount])
    for (let shard = 0; shard < earlierCount; shard++) expect(dueShards).toContain(String(shard));
});

test('marks for search are in partitions that release 1.0.1 does not read, because it would find nothing else there', () => {
  const places = Array.from({ length: 1000 }, () => searchShardOf(newId('doc')));

  expect(new Set(places)).toEqual(new Set(searchShards));
  expect(dueShards.filter((shard) => searchShards.includes(shard))).toEqual([]);
});
