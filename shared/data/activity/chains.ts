import * as z from 'zod/mini';
import { type Block, hashOfBlock, keptUntil, parseBlock, textOfBlock } from '../../audit/blocks.ts';
import { type Ulid, ulid } from '../../contract/identifiers.ts';
import { blockKey, blockPrefix, chainKey, chainPlace, chainShards } from '../keys/activity.ts';
import { type Bookkeeping, bookkeeping, creation } from '../table/commit.ts';
import { firstUlidAt } from '../table/ids.ts';
import { between, countFirst, inIndex, listAs, queryItems, queryPages, readItem } from '../table/read.ts';
import { listIndex, table } from '../table/table.ts';
import { changeIf } from '../table/update.ts';

/**
 * Each list of activity has a chain of blocks, in a partition that only the sealer writes. The chain's item has the number of the last
 * signed block, and changes by updates. Blocks are written once. The item and the blocks expire some time after their last entry. So the
 * chains of removed organizations, and of lists without new entries, are removed without further work.
 */

/** The index may show an entry up to this time after newer entries. A later block then has the entry. */
export const lookbackMilliseconds = 180_000;

const chainItem = z.object({
  /** The last block whose head is signed and stored. */
  signed_number: z.catch(z.optional(z.int()), undefined),
});
type ChainItem = z.infer<typeof chainItem>;

export const getChain = async (partition: string): Promise<ChainItem> =>
  z.parse(chainItem, (await readItem(chainKey(partition))) ?? {});

/** The end of a chain, as stored in its item. */
interface SealedEnd {
  /** The number of the last block. */
  readonly number: number;
  /** The newest entry of all blocks. */
  readonly newest: Ulid;
  /** The time when the last block and the chain's item expire, in epoch seconds. */
  readonly kept_until: number;
}

/**
 * Records that the head of a block is signed and stored. If two sealers run at the same time, an earlier block may be recorded last. The
 * next run then signs again.
 */
export const recordSigned = (
  partition: string,
  { number, newest, kept_until }: SealedEnd,
): Promise<unknown> =>
  changeIf(chainKey(partition), {
    set: {
      signed_number: number,
      newest_sealed: newest,
      ...chainPlace(partition),
      [table.timeToLive]: kept_until,
    },
  });

/** A chain, as the list of all chains shows it. */
export interface KnownChain {
  readonly partition: string;
  /** The newest entry that is sealed. */
  readonly newest: Ulid;
}

const knownChain = z.object({
  [listIndex.sortKey]: z.string(),
  // If somebody has removed this attribute, all entries of the list are checked.
  newest_sealed: z.catch(ulid, firstUlidAt(0)),
});

const minuteMilliseconds = 60_000;

/** Lists the chains of the shard that is checked in the minute of `now` (epoch milliseconds). */
export const listChainsAt = (now: number): Promise<KnownChain[]> =>
  listChainsIn(chainShards[Math.floor(now / minuteMilliseconds) % chainShards.length] ?? '');

const listChainsIn = async (shard: string): Promise<KnownChain[]> =>
  (await listAs(knownChain, shard)).map(({ list_sk, newest_sealed }) => ({
    partition: list_sk,
    newest: newest_sealed,
  }));

/** Lists the partitions of all chains: for operators. */
export async function listChains(): Promise<string[]> {
  const shards = await Promise.all(chainShards.map(listChainsIn));
  return shards.flat().map(({ partition }) => partition);
}

/** Returns whether a list has an entry that was made before `before` (epoch milliseconds) and after the newest sealed entry. */
export async function hasUnsealed({ partition, newest }: KnownChain, before: number): Promise<boolean> {
  const [from, to] = [`${newest}~`, firstUlidAt(before)];
  if (from >= to) return false;
  const query = inIndex(listIndex, partition, '#sort BETWEEN :from AND :to', { ':from': from, ':to': to });
  return (await countFirst(query, 1)) > 0;
}

/** A stored block: its text, and the content of the text. */
export interface StoredBlock extends Block {
  readonly text: string;
  readonly hash: string;
}

const blockItem = z.object({ sk: z.string(), text: z.string() });

/** Parses a stored block. Throws when its text is not a block, because the service writes no such text. */
function parseStoredBlock(item: Record<string, unknown>): StoredBlock {
  const { sk, text } = z.parse(blockItem, item);
  const block = parseBlock(text);
  if (!block) throw new Error(`the text of the block ${sk} is not a block`);
  return { ...block, text, hash: hashOfBlock(text) };
}

/** The largest number of entries in a block, which then takes 80 kB at most. */
export const entriesABlock = 1000;

/**
 * Reads the last blocks of a chain, newest first, up to the first block that ends more than `lookbackMilliseconds` before the newest block.
 */
export async function listLastBlocks(
  partition: string,
  lookbackMilliseconds: number,
): Promise<StoredBlock[]> {
  const blocks: StoredBlock[] = [];
  for (;;) {
    const [newest, oldest] = [blocks[0], blocks.at(-1)];
    const isEnough = newest && oldest && endOf(oldest) < endOf(newest) - lookbackMilliseconds;
    if (isEnough || oldest?.number === 1) return blocks;
    const page = await listBlocks(partition, { before: oldest?.number, limit: oldest ? blocksAPage : 2 });
    if (page.length === 0) return blocks;
    blocks.push(...page);
  }
}

const endOf = ({ sealed_before }: Block): number => Date.parse(sealed_before);

/** The number of blocks that fit into an answer of DynamoDB. */
const blocksAPage = 12;

async function listBlocks(
  partition: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<StoredBlock[]> {
  // No caller asks for blocks before the first block.
  const to = before === undefined ? `${blockPrefix}~` : blockKey(partition, before - 1).sk;
  const query = { ...between(chainKey(partition), blockPrefix, to), ScanIndexForward: false };
  const items = await queryItems(query, limit);
  return items.map(parseStoredBlock);
}

/** Adds a block to its chain. Conflicts when the chain has a block of that number. */
export const addBlock = (block: Block): Bookkeeping<object> =>
  bookkeeping(
    'block',
    creation(blockKey(block.chain, block.number), {
      text: textOfBlock(block),
      [table.timeToLive]: keptUntil(block),
    }),
  );

const blockText = z.object({ sk: z.string(), text: z.catch(z.string(), '') });

/** Lists the stored texts of a chain's blocks from a number on, oldest first, in batches: for operators. */
export async function* listBlockTexts(
  partition: string,
  from: number,
): AsyncGenerator<{ readonly number: number; readonly text: string }[]> {
  const query = between(chainKey(partition), blockKey(partition, from).sk, `${blockPrefix}~`);
  for await (const items of queryPages(query))
    yield items.map((item) => {
      const { sk, text } = z.parse(blockText, item);
      return { number: Number(sk.slice(blockPrefix.length)), text };
    });
}
