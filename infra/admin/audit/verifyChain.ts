import type { KeyObject } from 'node:crypto';
import {
  hashOfBlock,
  keptUntil,
  noBlock,
  parseBlock,
  parseHead,
  type SealedEntry,
} from '../../../shared/audit/blocks.ts';
import { commitmentOf, hashOfEntry } from '../../../shared/audit/canonical.ts';
import { isSignedBy } from '../../../shared/audit/signature.ts';
import type { Ulid } from '../../../shared/contract/identifiers.ts';
import { isInPlace, listActivityBetween, personalIn } from '../../../shared/data/activity.ts';
import { listBlockTexts } from '../../../shared/data/chains.ts';
import { firstUlidAt, timeOf } from '../../../shared/data/ids.ts';
import { getHead, listHeads } from '../../../shared/files/auditHeads.ts';

/** A block of a chain that somebody has verified, and kept what they saw. */
export interface Checkpoint {
  readonly chain: string;
  readonly number: number;
  /** The block's hash. */
  readonly block: string;
  /** Until when the block is kept, in epoch seconds. */
  readonly kept_until: number;
}

/** What is wrong with a chain: in one word for scripts, and in a sentence for people. */
export type Finding = {
  readonly chain: string;
  readonly what:
    | 'entry removed'
    | 'entry altered'
    | 'entry inserted'
    | 'block removed'
    | 'block altered'
    | 'chain truncated'
    | 'head removed'
    | 'head altered';
  /** The entry's id, or the block's number. */
  readonly of: string;
  readonly detail: string;
};

/** Sealed by then, or something is wrong: the alarm SealingLate rings. */
const sealedAfterMilliseconds = 20 * 60_000;
/** Whoever may read a bucket may read so many objects at a time. */
const headsAtOnce = 16;

interface Given {
  /** The checkpoint to begin at. */
  readonly from: Checkpoint | undefined;
  readonly key: KeyObject;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Recomputes a chain from its beginning, or from a checkpoint. `expired`: the entries that retention has removed. `end`: what to
 * begin with the next time; undefined for a chain without blocks.
 */
export async function verifyChain(chain: string, { from, key, now }: Given) {
  const findings: Finding[] = [];
  const find: Find = (what, of, detail) => findings.push({ chain, what, of: String(of), detail });

  const blocks = await readBlocks(chain, from, now, find);
  const heads = await verifyHeads(chain, { from, key, now }, blocks, find);
  const entries = await verifyEntries(chain, blocks, now, find);
  return { ...entries, blocks: blocks.hashes.size, heads, findings, end: blocks.end };
}

type Find = (what: Finding['what'], of: string | number, detail: string) => void;
type Blocks = Awaited<ReturnType<typeof readBlocks>>;

/** Returns whether what is kept until then, in epoch seconds, may be gone. */
const isOver = (until: number, now: number): boolean => until * 1000 <= now;

/** Reads the blocks of a chain. `firstEnd`: until then, earlier blocks have the entries (epoch milliseconds). */
async function readBlocks(chain: string, from: Checkpoint | undefined, now: number, find: Find) {
  /** By number. */
  const hashes = new Map<number, { readonly hash: string; readonly sealed_at: string }>();
  const sealed = new Map<Ulid, SealedEntry>();
  let end = from;
  let firstEnd = 0;
  let expected = from?.number ?? 1;
  let previous = from ? undefined : noBlock;
  for await (const page of listBlockTexts(chain, expected))
    for (const { number, text } of page) {
      const block = parseBlock(text);
      const hash = hashOfBlock(text);
      const mayBeGone = block !== undefined && isOver(block.earlier_kept_until, now);
      for (; expected < number; expected++) {
        if (!mayBeGone) find('block removed', expected, 'it is not in the table');
        previous = undefined;
      }
      expected = number + 1;
      if (!block || block.chain !== chain || block.number !== number)
        find('block altered', number, 'it does not read as a block of that chain and number');
      else if (from && number === from.number) {
        if (hash !== from.block) find('block altered', number, 'it is not the block of the checkpoint');
        firstEnd = Date.parse(block.sealed_before);
        previous = hash;
        continue;
      } else {
        if (previous !== undefined && block.previous !== previous)
          find('block altered', number - 1, `block ${number} goes on from another one`);
        for (const entry of block.entries) sealed.set(entry.ulid, entry);
      }
      hashes.set(number, { hash, sealed_at: block?.sealed_at ?? '' });
      previous = hash;
      end = { chain, number, block: hash, kept_until: block ? keptUntil(block) : 0 };
    }
  if (from && expected === from.number && !isOver(from.kept_until, now))
    find('chain truncated', from.number, 'the block of the checkpoint is not there');
  return { hashes, sealed, firstEnd, end };
}

/** Verifies the heads of a chain, and returns how many there are. */
async function verifyHeads(
  chain: string,
  { from, key, now }: Given,
  { end, hashes }: Blocks,
  find: Find,
): Promise<number> {
  // The last block that is there, or the checkpoint.
  const last = end?.number ?? 0;
  let signed = from?.number ?? 0;
  let count = 0;
  for await (const numbers of listHeads(chain, signed + 1)) {
    for (let start = 0; start < numbers.length; start += headsAtOnce) {
      const some = numbers.slice(start, start + headsAtOnce);
      const heads = await Promise.all(some.map((number) => getHead(chain, number)));
      for (const [index, number] of some.entries()) {
        const kept = heads[index];
        const head = kept && parseHead(kept.head);
        if (!kept || !head || head.chain !== chain || head.number !== number)
          find('head altered', number, 'it does not read as the head of that chain and block');
        else if (!isSignedBy(key, kept.head, kept.signature))
          find('head altered', number, "it is not signed by the stage's key");
        // What says nothing any more may be of a chain that ended, and began anew with the same numbers.
        else if (isOver(head.kept_until, now)) continue;
        else if (number > last)
          find('chain truncated', number, 'a signed head names the block, which is not in the table');
        else if (head.block !== hashes.get(number)?.hash)
          find('block altered', number, 'its signed head names another hash');
        signed = number;
      }
    }
    count += numbers.length;
  }
  const sealedAt = Date.parse(hashes.get(last)?.sealed_at ?? '');
  if (end && signed < last && !isOver(end.kept_until, now) && !(now - sealedAt < sealedAfterMilliseconds))
    find('head removed', last, 'nothing signed is kept of it, nor of any block after it');
  return count;
}

async function verifyEntries(chain: string, { sealed, firstEnd }: Blocks, now: number, find: Find) {
  let entries = 0;
  // A late entry is in a later block than those of its time.
  const oldest = Math.min(firstEnd, ...[...sealed.keys()].sort().slice(0, 1).map(madeAt));
  for await (const page of listActivityBetween(chain, firstUlidAt(oldest), firstUlidAt(now)))
    for (const { ulid, item } of page) {
      const known = sealed.get(ulid);
      sealed.delete(ulid);
      if (known) {
        entries += 1;
        verifyEntry(chain, known, item, find);
      } else if (madeAt(ulid) >= firstEnd && now - madeAt(ulid) > sealedAfterMilliseconds)
        find('entry inserted', `act_${ulid}`, `its time is ${timeText(ulid)}, and no block has it`);
    }
  let expired = 0;
  for (const { ulid, expires_at_seconds } of sealed.values())
    if (expires_at_seconds * 1000 <= now) expired += 1;
    else find('entry removed', `act_${ulid}`, `it was made at ${timeText(ulid)}, and is not in the table`);
  return { entries, expired };
}

function verifyEntry(
  chain: string,
  { ulid, hash, expires_at_seconds }: SealedEntry,
  item: Record<string, unknown>,
  find: Find,
): void {
  const personal = personalIn(item);
  if (hashOfEntry(item) !== hash)
    find('entry altered', `act_${ulid}`, 'it has another hash than when it was sealed');
  else if (personal && commitmentOf(personal) !== item.personal_sha256)
    find('entry altered', `act_${ulid}`, 'its name or address is not the one that it was sealed with');
  else if (item.expires_at_seconds !== expires_at_seconds)
    find('entry altered', `act_${ulid}`, 'it is to be removed at another time than when it was sealed');
  else if (!isInPlace(item, chain)) find('entry altered', `act_${ulid}`, 'it was moved out of its lists');
}

const madeAt = (ulid: Ulid): number => timeOf(`act_${ulid}`);
const timeText = (ulid: Ulid): string => new Date(madeAt(ulid)).toISOString();
