import {
  hashOfBlock,
  keptUntil,
  noBlock,
  type SealedEntry,
  textOfBlock,
  textOfHead,
} from '../../../shared/audit/blocks.ts';
import { hashOfEntry } from '../../../shared/audit/canonical.ts';
import { signText } from '../../../shared/audit/signature.ts';
import type { Ulid } from '../../../shared/contract/identifiers.ts';
import { listActivityBetween } from '../../../shared/data/activity/activity.ts';
import {
  addBlock,
  entriesABlock,
  getChain,
  listLastBlocks,
  lookbackMilliseconds,
  recordSigned,
  type StoredBlock,
} from '../../../shared/data/activity/chains.ts';
import {
  commitDelayMilliseconds,
  finishMark,
  getMark,
  type MarkedList,
} from '../../../shared/data/activity/marks.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { firstUlidAt, timeOf } from '../../../shared/data/table/ids.ts';
import { putHead } from '../../../shared/files/auditHeads.ts';
import { log } from '../../../shared/runtime/log.ts';
import type { Run } from './run.ts';

/** A run seals at most this many entries of one chain, because the hashes of all these entries are in memory. The next run continues. */
const entriesARun = 100_000;

export interface Sealed {
  /** The number of entries that were sealed. */
  readonly entries: number;
  /** The number of unreadable entries. No block can contain them. `audit verify` lists them. */
  readonly unreadable: number;
  /** True if the run has searched all entries that are old enough. */
  readonly isDone: boolean;
}

/**
 * Seals the new entries of one list of activity, and signs the head of its chain. The process can be killed at any point, and two runs can
 * overlap: a block is written only if its number is free, so the second run fails with a ConflictError.
 *
 * @param mark the mark of the list; undefined if the list has none
 */
export async function sealList(
  partition: string,
  mark: MarkedList | undefined,
  { startedAt, isOver }: Run,
): Promise<Sealed> {
  // Reads the chain and the mark before the entries. So a mark that is made later stays, and the next run reads the list again.
  const [state, marked] = await Promise.all([getChain(partition), getMark(partition)]);
  const last = await listLastBlocks(partition, lookbackMilliseconds);
  const [newest] = last;
  const from = newest ? Date.parse(newest.sealed_before) - lookbackMilliseconds : 0;
  const known = new Set(last.flatMap(({ entries }) => entries.map(({ ulid }) => ulid)));
  const sealedBefore = startedAt - commitDelayMilliseconds;

  const found = await findUnsealed(partition, from, sealedBefore, known, isOver);
  const end = await addBlocks(partition, newest, found, startedAt);
  // A chain that had no block before this run may have been started again. Then the last signed number belongs to the earlier chain, so
  // the comparison would mean nothing. The end of such a chain is signed in any case.
  if (end && (!newest || end.number !== state.signed_number))
    await sign(partition, end, newestOf([...known, ...found.entries.map(({ ulid }) => ulid)]));
  const isDone = found.reached === sealedBefore;
  if (isDone && mark) await finishMark(mark, marked, sealedBefore, startedAt);
  return { entries: found.entries.length, unreadable: found.unreadable, isDone };
}

interface Found {
  /** In the order of their ids. */
  readonly entries: readonly SealedEntry[];
  readonly unreadable: number;
  /** `entries` has all entries that were made before this time (epoch milliseconds). */
  readonly reached: number;
}

/** Finds the entries from `from` until before `to` (epoch milliseconds) that are in no block. */
async function findUnsealed(
  partition: string,
  from: number,
  to: number,
  known: ReadonlySet<Ulid>,
  isOver: () => boolean,
): Promise<Found> {
  const found: SealedEntry[] = [];
  let unreadable = 0;
  for await (const some of listActivityBetween(partition, firstUlidAt(from), firstUlidAt(to))) {
    for (const { pk, sk } of some.unreadable) {
      unreadable += 1;
      log.error('entry of activity cannot be sealed', { chain: partition, pk, sk });
    }
    for (const { ulid, expires_at_seconds, item } of some.entries)
      if (!known.has(ulid)) found.push({ ulid, expires_at_seconds, hash: hashOfEntry(item) });
    const last = some.entries.at(-1);
    if (last && (isOver() || found.length >= entriesARun)) {
      const reached = timeOf(`act_${last.ulid}`);
      const entries = found.filter(({ ulid }) => timeOf(`act_${ulid}`) < reached);
      return { entries, unreadable, reached };
    }
  }
  return { entries: found, unreadable, reached: to };
}

/** Returns the greatest id. The last entry of a block may not be the newest, because the index may show entries late. */
const newestOf = (ulids: readonly Ulid[]): Ulid =>
  ulids.reduce((newest, ulid) => (ulid > newest ? ulid : newest), firstUlidAt(0));

type End = Pick<StoredBlock, 'number' | 'hash'> & { readonly kept_until: number };

/**
 * Adds entries to a chain, and returns the end of the chain; undefined if it has no block. Throws a ConflictError if another run has added
 * a block.
 */
async function addBlocks(
  partition: string,
  newest: StoredBlock | undefined,
  { entries, reached }: Found,
  now: number,
): Promise<End | undefined> {
  let end: End | undefined = newest && { ...newest, kept_until: keptUntil(newest) };
  for (let start = 0; start < entries.length; start += entriesABlock) {
    const some = entries.slice(start, start + entriesABlock);
    const next = entries[start + entriesABlock];
    const block = {
      chain: partition,
      number: (end?.number ?? 0) + 1,
      previous: end?.hash ?? noBlock,
      sealed_at: new Date(now).toISOString(),
      // The next run begins its search at this time minus the lookback.
      sealed_before: new Date(next ? timeOf(`act_${next.ulid}`) : reached).toISOString(),
      earlier_kept_until: end?.kept_until ?? 0,
      entries: some,
    };
    await writeBookkeeping([addBlock(block)]);
    end = { number: block.number, hash: hashOfBlock(textOfBlock(block)), kept_until: keptUntil(block) };
  }
  return end;
}

/** Signs the end of a chain and stores the signature. A retry stores the head again, with an equally valid signature. */
async function sign(partition: string, { number, hash, kept_until }: End, newest: Ulid): Promise<void> {
  const head = textOfHead({ chain: partition, number, block: hash, kept_until });
  await putHead(partition, number, { head, signature: await signText(head) });
  await recordSigned(partition, { number, newest, kept_until });
}
