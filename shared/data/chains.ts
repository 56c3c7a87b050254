import * as z from 'zod/mini';
import { type Block, hashOfBlock, keptUntil, parseBlock, textOfBlock } from '../audit/blocks.ts';
import { type Bookkeeping, bookkeeping, creation } from './commit.ts';
import { blockKey, blockPrefix, chainKey, chainList, unsealedList } from './keys.ts';
import { between, queryAs, queryItems, queryList, readItem } from './read.ts';
import { listIndex, table } from './table.ts';
import { changeIf } from './update.ts';
import { listWaiting, moveOn, placeIn, type Waiting } from './waiting.ts';

export { activityList } from './keys.ts';

/**
 * Each list of activity has a chain of blocks, in a partition of its own. The item of the chain says that something may have to be
 * sealed, and moves by updates; blocks are written once. Both go some time after the last entry that they tell of: a chain that
 * nobody adds to ends by itself, as does that of an organization that was removed.
 */

/** A process marks a chain so often at most: it remembers which it has marked. */
const markedForMilliseconds = 60_000;
/** Identifiers are made in the requests that commit them, the longest of which take 75 seconds. What is younger is left for later. */
export const settlingMilliseconds = 120_000;
/** By then, all that a mark stands for is old enough. */
const dueAfterMilliseconds = markedForMilliseconds + settlingMilliseconds;

const marked = new Map<string, number>();

/**
 * Marks the chain of a list of activity as one with something new. Whoever commits an entry does so before the commit is
 * answered, beside other calls: once a minute in each process. Throws DynamoDB's error.
 */
export async function markChain(partition: string, now = Date.now()): Promise<void> {
  if ((marked.get(partition) ?? 0) > now) return;
  await changeIf(chainKey(partition), {
    set: { marked_at_ms: now },
    setOnce: placeIn(unsealedList, partition, now + dueAfterMilliseconds),
    remove: [table.timeToLive],
  });
  marked.set(partition, now + markedForMilliseconds);
}

/** Has it mark all anew, as a process does that has just begun. */
export const forgetMarks = (): void => marked.clear();

/** Lists up to `limit` chains that it is time for by `now` (epoch milliseconds), by their partitions, those that wait longest first. */
export const listUnsealed = (now: number, limit: number): Promise<Waiting[]> =>
  listWaiting(unsealedList, now, limit);

/** The index may show an entry so much later than those after it; it is in a later block then. */
export const lookbackMilliseconds = 180_000;

const chainItem = z.object({
  marked_at_ms: z.optional(z.int()),
  /** The last block whose head is signed and kept. */
  signed_number: z.optional(z.int()),
});
type ChainItem = z.infer<typeof chainItem>;

export const getChain = async (partition: string): Promise<ChainItem> =>
  z.parse(chainItem, (await readItem(chainKey(partition))) ?? {});

/** Records that the head of a block is signed and kept. Of two sealers, one may record an earlier block last: the next signs again. */
export const recordSigned = (partition: string, signed_number: number): Promise<unknown> =>
  changeIf(chainKey(partition), { set: { signed_number } });

/**
 * Removes a chain from the waiting list once everything up to its last mark was looked for, which `sealedBefore` decides (epoch
 * milliseconds); or moves it to when that will be so. Nothing is left of it once its last block has gone, which is kept until
 * `endsAtSeconds`, unless it is marked again.
 */
export async function settleChain(
  chain: Waiting,
  { marked_at_ms = 0 }: ChainItem,
  sealedBefore: number,
  endsAtSeconds: number,
): Promise<void> {
  const isSettled = sealedBefore >= marked_at_ms + markedForMilliseconds;
  const next = isSettled ? undefined : Math.max(marked_at_ms, sealedBefore) + dueAfterMilliseconds;
  await moveOn(chainKey(chain.name), chain, next, {
    // A mark made meanwhile keeps it in the list.
    ...(isSettled && { set: { [table.timeToLive]: endsAtSeconds }, seen: { marked_at_ms } }),
  });
}

/** A block as it is stored: its text, and what that says. */
export interface StoredBlock extends Block {
  readonly text: string;
  readonly hash: string;
}

const blockItem = z.object({ sk: z.string(), text: z.string() });

/** Reads a stored block. Throws for a text that is none: only somebody else can have written it. */
function parseStoredBlock(item: Record<string, unknown>): StoredBlock {
  const { sk, text } = z.parse(blockItem, item);
  const block = parseBlock(text);
  if (!block) throw new Error(`the block ${sk} is none`);
  return { ...block, text, hash: hashOfBlock(text) };
}

/** A block takes 80 kB at most. */
export const entriesABlock = 1000;

/**
 * Reads the last blocks of a chain, newest first: all that may have entries of the time before the newest one ended, and the one
 * before them.
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

/** As many as an answer of DynamoDB holds. */
const blocksAPage = 12;

async function listBlocks(
  partition: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<StoredBlock[]> {
  // Nothing is before the first one, which nobody asks for.
  const to = before === undefined ? `${blockPrefix}~` : blockKey(partition, before - 1).sk;
  const query = { ...between(chainKey(partition), blockPrefix, to), ScanIndexForward: false };
  const items = await queryItems(query, limit);
  return items.map(parseStoredBlock);
}

/** Adds a block to its chain. Conflicts when there is one of that number. */
export function addBlock(block: Block): Bookkeeping<object> {
  const first = { [listIndex.partitionKey]: chainList, [listIndex.sortKey]: block.chain };
  return bookkeeping(
    'block',
    creation(
      { ...blockKey(block.chain, block.number), ...(block.number === 1 && first) },
      { text: textOfBlock(block), [table.timeToLive]: keptUntil(block) },
    ),
  );
}

/** Lists the blocks of a chain from a number on, oldest first, some at a time, as they are stored: for operators. */
export async function* listBlockTexts(
  partition: string,
  from: number,
): AsyncGenerator<{ readonly number: number; readonly text: string }[]> {
  let next = from;
  for (;;) {
    const query = between(chainKey(partition), blockKey(partition, next).sk, `${blockPrefix}~`);
    const blocks = await queryAs(blockItem, query, blocksAPage);
    if (blocks.length === 0) return;
    const page = blocks.map(({ sk, text }) => ({ number: Number(sk.slice(blockPrefix.length)), text }));
    yield page;
    next = (page.at(-1)?.number ?? next) + 1;
  }
}

/** Lists the partitions whose chains have a first block: for operators. */
export const listChains = async (): Promise<string[]> =>
  (await queryList(chainList)).map((item) => String(item[listIndex.sortKey]));
