import * as z from 'zod/mini';
import { type Block, hashOfBlock, keptUntil, parseBlock, textOfBlock } from '../../audit/blocks.ts';
import { type Ulid, ulid } from '../../contract/identifiers.ts';
import { type Bookkeeping, bookkeeping, creation } from '../table/commit.ts';
import { firstUlidAt } from '../table/ids.ts';
import { blockKey, blockPrefix, chainKey, chainPlace, chainShards } from '../table/keys.ts';
import { between, countFirst, inIndex, listAs, queryItems, queryPages, readItem } from '../table/read.ts';
import { listIndex, table } from '../table/table.ts';
import { changeIf } from '../table/update.ts';

/**
 * Each list of activity has a chain of blocks, in a partition that only the sealer writes. The chain's item says how far it is sealed,
 * and changes by updates; blocks are written once. Both expire some time after the last entry that they cover. So the chains of removed
 * organizations, and of lists without new entries, end by themselves.
 */

/** The index may show an entry this much later than newer entries. A later block has the entry then. */
export const lookbackMilliseconds = 180_000;

const chainItem = z.object({
  /** The last block whose head is signed and stored. */
  signed_number: z.catch(z.optional(z.int()), undefined),
});
type ChainItem = z.infer<typeof chainItem>;

export const getChain = async (partition: string): Promise<ChainItem> =>
  z.parse(chainItem, (await readItem(chainKey(partition))) ?? {});

/** The end of a chain, as its item has it. */
interface SealedEnd {
  /** The number of the last block. */
  readonly number: number;
  /** The newest entry of all blocks. */
  readonly newest: Ulid;
  /** The time when the last block expires, and with it the chain, in epoch seconds. */
  readonly kept_until: number;
}

/**
 * Records that the head of a block is signed and stored. Of two sealers, one may record an earlier block last; the next run signs again.
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
  // If somebody removed it, all entries of the list are checked.
  newest_sealed: z.catch(ulid, firstUlidAt(0)),
});

const minuteMilliseconds = 60_000;

/** Lists the chains to be checked in the minute of `now` (epoch milliseconds): those of one shard. */
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

/** Returns whether a list has an entry that was made before `before` (epoch milliseconds) and after the newest that is sealed. */
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

/** Reads a stored block. Throws when its text is not a block, because the service writes no such text. */
function parseStoredBlock(item: Record<string, unknown>): StoredBlock {
  const { sk, text } = z.parse(blockItem, item);
  const block = parseBlock(text);
  if (!block) throw new Error(`the block ${sk} is none`);
  return { ...block, text, hash: hashOfBlock(text) };
}

/** A block of this many entries takes 80 kB at most. */
export const entriesABlock = 1000;

/** Reads the last blocks of a chain, newest first, up to one that ends more than `lookbackMilliseconds` before the newest. */
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

/** The blocks that fit into an answer of DynamoDB. */
const blocksAPage = 12;

async function listBlocks(
  partition: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<StoredBlock[]> {
  // No caller asks for blocks before the first one.
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
