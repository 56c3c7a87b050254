import type { KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
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
import {
  type ActorId,
  actorId as actorIdSchema,
  type DocumentId,
  documentId as documentIdSchema,
  type Ulid,
} from '../../../shared/contract/identifiers.ts';
import { isInPlace, listActivityFrom, personalIn } from '../../../shared/data/activity/activity.ts';
import { listBlockTexts } from '../../../shared/data/activity/chains.ts';
import { firstUlidAt, timeOf } from '../../../shared/data/table/ids.ts';
import { getHead, listHeads } from '../../../shared/files/auditHeads.ts';
import { type Find, type Finding, finderOf, sealedAfterMilliseconds } from './finding.ts';

/** A block that an earlier run verified. A later run can begin after this block. */
export interface Checkpoint {
  readonly chain: string;
  readonly number: number;
  /** The block's hash. */
  readonly block: string;
  /** The time until which the block is kept, in epoch seconds. */
  readonly kept_until: number;
}

/** The number of heads read at the same time. */
const headsAtOnce = 16;

interface Given {
  /** The checkpoint to begin at. */
  readonly from: Checkpoint | undefined;
  readonly key: KeyObject;
  /** Whether a person was erased. */
  isErased(actorId: ActorId | null): Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Recomputes a chain from its beginning, or from a checkpoint. `expired`: the number of entries that retention removed. `late`: the
 * creation times of entries that were sealed late. `documents`: the documents of the entries read. `since`: the time from which
 * entries must be in these blocks. `end`: the checkpoint for the next time; undefined for a chain without blocks.
 */
export async function verifyChain(chain: string, { from, key, now, isErased }: Given) {
  const findings: Finding[] = [];
  const find = finderOf(chain, findings);

  const blocks = await readBlocks(chain, from, now, find);
  const heads = await verifyHeads(chain, { from, key, now }, blocks, find);
  const { unnamed, ...entries } = await verifyEntries(chain, blocks, now, find);
  for (const [id, actorId] of unnamed)
    if (!(await isErased(actorId)))
      find('person removed', id, `it does not name its actor, and nobody erased ${actorId ?? 'the actor'}`);
  const { late, end, firstEnd: since } = blocks;
  return { ...entries, blocks: blocks.hashes.size, heads, late, findings, since, end };
}

type Blocks = Awaited<ReturnType<typeof readBlocks>>;

/** Returns whether a time, in epoch seconds, has passed. Items that were kept until then may be gone. */
const isOver = (until: number, now: number): boolean => until * 1000 <= now;

/** Reads the blocks of a chain. `firstEnd`: entries made before this time (epoch milliseconds) may be in earlier blocks. */
async function readBlocks(chain: string, from: Checkpoint | undefined, now: number, find: Find) {
  /** The hashes by block number. */
  const hashes = new Map<number, { readonly hash: string; readonly sealed_at: string }>();
  const sealed = new Map<Ulid, SealedEntry>();
  const late: number[] = [];
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
        find('block altered', number, 'it is not a valid block with this chain and number');
      else if (from && number === from.number) {
        if (hash !== from.block) find('block altered', number, 'it is not the block of the checkpoint');
        firstEnd = Date.parse(block.sealed_before);
        previous = hash;
        continue;
      } else {
        if (previous !== undefined && block.previous !== previous)
          find('block altered', number - 1, `block ${number} continues another block`);
        const sealedAt = Date.parse(block.sealed_at);
        for (const entry of block.entries) {
          sealed.set(entry.ulid, entry);
          if (sealedAt - madeAt(entry.ulid) > sealedAfterMilliseconds) late.push(madeAt(entry.ulid));
        }
      }
      hashes.set(number, { hash, sealed_at: block?.sealed_at ?? '' });
      previous = hash;
      end = { chain, number, block: hash, kept_until: block ? keptUntil(block) : 0 };
    }
  if (from && expected === from.number && !isOver(from.kept_until, now))
    find('chain truncated', from.number, 'the block of the checkpoint is missing');
  return { hashes, sealed, late, firstEnd, end };
}

/** Verifies the heads of a chain, and returns how many there are. */
async function verifyHeads(
  chain: string,
  { from, key, now }: Pick<Given, 'from' | 'key' | 'now'>,
  { end, hashes }: Blocks,
  find: Find,
): Promise<number> {
  // The number of the last block in the table, or else of the checkpoint.
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
          find('head altered', number, 'it is not a valid head with this chain and block');
        else if (!isSignedBy(key, kept.head, kept.signature))
          find('head altered', number, "it is not signed by the stage's key");
        // An expired head is not compared: it may belong to an earlier chain, whose blocks had the same numbers.
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
    find('head removed', last, 'neither this block nor a later block has a signed head');
  return count;
}

async function verifyEntries(chain: string, { sealed, firstEnd }: Blocks, now: number, find: Find) {
  let entries = 0;
  const documents = new Set<DocumentId>();
  /** The ids of entries without personal data, each with the id of the actor. */
  const unnamed: [id: string, actorId: ActorId | null][] = [];
  // Begins before `firstEnd` if necessary, because late entries in these blocks may be older.
  const oldest = Math.min(firstEnd, ...[...sealed.keys()].sort().slice(0, 1).map(madeAt));
  for await (const some of listActivityFrom(chain, firstUlidAt(oldest))) {
    for (const { pk, sk } of some.unreadable)
      find(
        'entry unreadable',
        `${pk} ${sk}`,
        'the service does not write such an entry, and no block has it',
      );
    for (const { ulid, item } of some.entries) {
      const known = sealed.get(ulid);
      sealed.delete(ulid);
      if (known) {
        entries += 1;
        verifyEntry(chain, known, item, find);
      } else if (madeAt(ulid) - now > sealedAfterMilliseconds)
        find('entry inserted', `act_${ulid}`, `its time is ${timeText(ulid)}, which is in the future`);
      else if (madeAt(ulid) >= firstEnd && now - madeAt(ulid) > sealedAfterMilliseconds)
        find('entry inserted', `act_${ulid}`, `its time is ${timeText(ulid)}, and no block has it`);
      const { actor_id, document_id, type } = z.parse(about, item);
      if (document_id !== null) documents.add(document_id);
      if (!personalIn(item) && !namesAnother.test(type)) unnamed.push([`act_${ulid}`, actor_id]);
    }
  }
  let expired = 0;
  for (const { ulid, expires_at_seconds } of sealed.values())
    if (expires_at_seconds * 1000 <= now) expired += 1;
    else find('entry removed', `act_${ulid}`, `it was made at ${timeText(ulid)}, and is not in the table`);
  return { entries, expired, documents, unnamed };
}

/**
 * Entries with the address of another person. They lose their personal data also when that person is erased, and then nobody knows who it
 * was.
 */
const namesAnother = /^(document\.(shared|unshared|share_\w+|access_\w+)|group\.entry_\w+|room\.access_\w+)$/;

/** The fields to read from an entry that may be altered. An unreadable field becomes null. */
const about = z.object({
  type: z.catch(z.string(), ''),
  actor_id: z.catch(z.nullable(actorIdSchema), null),
  document_id: z.catch(z.nullable(documentIdSchema), null),
});

function verifyEntry(
  chain: string,
  { ulid, hash, expires_at_seconds }: SealedEntry,
  item: Record<string, unknown>,
  find: Find,
): void {
  const personal = personalIn(item);
  if (hashOfEntry(item) !== hash)
    find('entry altered', `act_${ulid}`, 'its hash is not the hash that was sealed');
  else if (personal && commitmentOf(personal) !== item.personal_sha256)
    find('entry altered', `act_${ulid}`, 'its name or address is not the one that was sealed');
  else if (item.expires_at_seconds !== expires_at_seconds)
    find('entry altered', `act_${ulid}`, 'its time of expiry is not the one that was sealed');
  else if (!isInPlace(item, chain)) find('entry altered', `act_${ulid}`, 'it was moved out of its lists');
}

const madeAt = (ulid: Ulid): number => timeOf(`act_${ulid}`);
const timeText = (ulid: Ulid): string => new Date(madeAt(ulid)).toISOString();
