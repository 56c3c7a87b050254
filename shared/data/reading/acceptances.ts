import * as z from 'zod/mini';
import type { ActorId, DocumentId, ShareId } from '../../contract/identifiers.ts';
import {
  acknowledgedTextKey,
  acknowledgedTextPrefix,
  acknowledgementKey,
  acknowledgementPrefix,
} from '../keys/reading.ts';
import { type Item, queryItems, readAll, under } from '../table/read.ts';
import {
  type AcceptedFor,
  type AcceptingReader,
  acknowledgementItem,
  readerKey,
} from './acknowledgements.ts';

/** An acceptance of a text for a document, to be shown to people. */
export interface Acceptance {
  readonly text: string;
  /** null: a visitor without an account accepted the text. */
  readonly user_id: ActorId | null;
  /** RFC 3339. */
  readonly accepted_at: string;
}

/** A part of a list. The list continues after the place `next`. At the end of the list, `next` is undefined. */
interface Part {
  readonly acceptances: readonly Acceptance[];
  readonly next: string | undefined;
}

/** The number of acceptances of all readers in one part of the list. */
const acceptancesAtOnce = 50;
/** The number of texts that one request reads. Each text has up to 50,000 bytes. */
const textsAtOnce = 20;

/** Returns whether a text is a place in a list: the hash of an accepted text, and optionally a reader. */
export const isPlace = (after: string): boolean => /^[0-9a-f]{64}(#\w{1,100})?$/.test(after);

/**
 * Lists the acceptances of all readers of a document, text by text, after a place in the list. An acceptance is left out if the cookie of
 * its reader has expired by `nowSeconds`, so a part may be short.
 */
export async function listAcceptances(
  documentId: DocumentId,
  after: string | undefined,
  nowSeconds: number,
): Promise<Part> {
  const { items, next } = await partOf(documentId, acknowledgementPrefix, after, acceptancesAtOnce);
  const hashes = [...new Set(items.map((item) => z.parse(acknowledgementItem, item).text_hash))];
  const texts = await readAll(hashes.map((hash) => acknowledgedTextKey(documentId, hash)));
  const textOf = new Map(hashes.map((hash, index) => [hash, texts[index]?.text]));
  const acceptances = items.flatMap((item) => presentable(item, (hash) => textOf.get(hash), nowSeconds));
  return { acceptances, next };
}

/**
 * Lists the acceptances of one reader for a document or a room, and those for their share of the document, after a place in the list of all
 * texts that were accepted for the document or the room.
 */
export async function listAcceptancesOf(
  acceptedFor: AcceptedFor,
  reader: AcceptingReader,
  share: ShareId | undefined,
  after: string | undefined,
  nowSeconds: number,
): Promise<Part> {
  const { items: texts, next } = await partOf(acceptedFor, acknowledgedTextPrefix, after, textsAtOnce);
  const hashes = texts.map(({ sk }) => String(sk).slice(acknowledgedTextPrefix.length));
  const names = [readerKey(reader), ...(share ? [readerKey(reader, share)] : [])];
  const found = await Promise.all(
    names.map((name) => readAll(hashes.map((hash) => acknowledgementKey(acceptedFor, hash, name)))),
  );
  const acceptances = hashes.flatMap((_, index) =>
    found.flatMap((items) => presentable(items[index], () => texts[index]?.text, nowSeconds)),
  );
  // If this part has no acceptances, the next part is read. Most readers have accepted few of many texts.
  if (acceptances.length === 0 && next !== undefined)
    return listAcceptancesOf(acceptedFor, reader, share, next, nowSeconds);
  return { acceptances, next };
}

async function partOf(acceptedFor: AcceptedFor, prefix: string, after: string | undefined, limit: number) {
  const { pk } = acknowledgedTextKey(acceptedFor, '');
  const partition = { pk };
  const start = after === undefined ? {} : { ExclusiveStartKey: { ...partition, sk: prefix + after } };
  const found = await queryItems({ ...under(partition, prefix), ...start }, limit + 1);
  const items = found.slice(0, limit);
  const next = found.length > limit ? String(items.at(-1)?.sk).slice(prefix.length) : undefined;
  return { items, next };
}

function presentable(
  item: Item | undefined,
  textOf: (hash: string) => unknown,
  nowSeconds: number,
): Acceptance[] {
  if (!item) return [];
  const { text_hash, user_id, accepted_at, expires_at_seconds } = z.parse(acknowledgementItem, item);
  const text = textOf(text_hash);
  if (typeof text !== 'string' || (expires_at_seconds ?? Number.POSITIVE_INFINITY) <= nowSeconds) return [];
  return [{ text, user_id, accepted_at }];
}
