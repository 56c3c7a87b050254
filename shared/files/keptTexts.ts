import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { isAnswer } from '../aws/errors.ts';
import { getObject, putObject } from '../aws/s3.ts';
import { ulidOf, type VersionId } from '../contract/identifiers.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';

/**
 * The text of a version's pages, in one object, so that a killed worker leaves all of it or nothing. The object begins with a line of JSON,
 * the contents. Parts follow, each a gzip file with the texts of some pages as a JSON array. So a few pages of a long file are read without
 * the others, in one request if they are near the beginning, and in two otherwise.
 */
export const textsKey = (versionId: VersionId): string => objectPrefixes.texts + ulidOf(versionId);

const place = (versionId: VersionId) => placeOf(textsKey(versionId));

const contents = z.object({
  page_count: z.int(),
  has_text: z.boolean(),
  truncated: z.boolean(),
  /** The number of pages and of bytes of each part. */
  parts: z.array(z.tuple([z.int(), z.int()])),
});

/** What is known of the text of a version. */
export interface TextFacts extends Pick<z.infer<typeof contents>, 'page_count' | 'has_text'> {
  /** Whether a part of the text was cut, or could not be read. */
  readonly truncated: boolean;
}

/** A part ends when it has this much text (UTF-16 units), or this many pages. So the contents have at most some hundred parts. */
const partLength = 50_000;
const partPages = 1000;
/** The contents and the parts of ordinary files are within these bytes. */
const firstBytes = 128 * 1024;

/** Returns the object with the texts of pages. It has one text for each page, from the first on, or fewer: the other pages have none. */
export function packTexts(facts: TextFacts, texts: readonly string[]): Buffer {
  const parts: [pages: number, gzip: Buffer][] = [];
  let [start, length] = [0, 0];
  const endPart = (end: number): void => {
    if (end > start) parts.push([end - start, gzipSync(JSON.stringify(texts.slice(start, end)))]);
    [start, length] = [end, 0];
  };
  for (const [index, text] of texts.entries()) {
    length += text.length;
    if (length >= partLength || index + 1 - start >= partPages) endPart(index + 1);
  }
  endPart(texts.length);
  const line: z.infer<typeof contents> = {
    ...facts,
    parts: parts.map(([pages, gzip]) => [pages, gzip.byteLength]),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), ...parts.map(([, gzip]) => gzip)]);
}

/** Returns bytes of the object, or fewer where it ends. */
type Read = (begin: number, end: number) => Promise<Uint8Array>;

/** A part of the object: its first page, its number of pages, and its bytes. */
interface Part {
  readonly page: number;
  readonly pages: number;
  readonly begin: number;
  readonly end: number;
}

async function readContents(read: Read) {
  const beginning = Buffer.from(await read(0, firstBytes));
  const lineEnd = beginning.indexOf('\n');
  const { parts, ...facts } = z.parse(
    contents,
    JSON.parse(beginning.subarray(0, Math.max(lineEnd, 0)).toString()),
  );
  const placed: Part[] = [];
  let [page, begin] = [1, lineEnd + 1];
  for (const [pages, bytes] of parts) {
    placed.push({ page, pages, begin, end: begin + bytes });
    page += pages;
    begin += bytes;
  }
  return { beginning, facts, parts: placed };
}

const textsIn = (part: Uint8Array): string[] =>
  z.parse(z.array(z.string()), JSON.parse(gunzipSync(part).toString()));

/** Returns the texts of pages. `firstPage`: 1 for the first. */
export async function unpackTexts(
  read: Read,
  firstPage: number,
  maxPages: number,
): Promise<TextFacts & { readonly texts: readonly string[] }> {
  const { beginning, facts, parts } = await readContents(read);
  const last = Math.min(firstPage + maxPages - 1, facts.page_count);
  const wanted = parts.filter(({ page, pages }) => page <= last && page + pages > firstPage);
  const [from, to] = [wanted[0]?.begin ?? 0, wanted.at(-1)?.end ?? 0];
  const isThere = to <= beginning.byteLength;
  const piece = isThere ? beginning.subarray(from, to) : Buffer.from(await read(from, to));
  const found = new Map<number, string>();
  for (const { page, begin, end } of wanted)
    for (const [index, text] of textsIn(piece.subarray(begin - from, end - from)).entries())
      found.set(page + index, text);
  const texts = Array.from(
    { length: Math.max(last - firstPage + 1, 0) },
    (_, index) => found.get(firstPage + index) ?? '',
  );
  return { ...facts, texts };
}

/** Stores the texts of a version's pages, as `packTexts` takes them. */
export const putTexts = (versionId: VersionId, facts: TextFacts, texts: readonly string[]): Promise<void> =>
  putObject(place(versionId), packTexts(facts, texts), 'application/octet-stream');

/** Returns the texts of up to `maxPages` pages of a version; undefined if the texts of the version are not stored. */
export async function getTexts(
  versionId: VersionId,
  firstPage: number,
  maxPages: number,
): Promise<(TextFacts & { readonly texts: readonly string[] }) | undefined> {
  try {
    return await unpackTexts(reading(versionId), firstPage, maxPages);
  } catch (error) {
    // The texts were made again, or removed with the version, between two requests.
    if (isAnswer(error, 'NoSuchKey', 'PreconditionFailed')) return undefined;
    throw error;
  }
}

/** Returns a function that reads bytes of the object of a version. All are of the object that is there at the first call. */
function reading(versionId: VersionId): Read {
  let etag: string | undefined;
  return async (begin, end) => {
    const range = `bytes=${begin}-${end - 1}`;
    const read = await getObject(place(versionId), { range, ifMatch: etag });
    etag = read.etag;
    return read.content;
  };
}

/** The text of all pages of a version. */
export interface OpenTexts {
  /** The number of pages that may have text: those after it have none. */
  readonly pages: number;
  /** The texts of some successive pages at a time, at most 150,000 bytes or so. Throws if the texts are made again or removed meanwhile. */
  readonly parts: AsyncIterable<{ readonly page: number; readonly texts: readonly string[] }>;
}

/** Opens the text of all pages of a version; undefined if it is not stored. */
export async function openTexts(versionId: VersionId): Promise<OpenTexts | undefined> {
  const read = reading(versionId);
  const opened = await readContents(read).catch((error: unknown) => {
    if (isAnswer(error, 'NoSuchKey')) return undefined;
    throw error;
  });
  if (!opened) return undefined;
  const { beginning, parts } = opened;
  const last = parts.at(-1);
  const bytesOf = async ({ begin, end }: Part) =>
    end <= beginning.byteLength ? beginning.subarray(begin, end) : read(begin, end);
  return {
    pages: last ? last.page + last.pages - 1 : 0,
    parts: (async function* () {
      for (const part of parts) yield { page: part.page, texts: textsIn(await bytesOf(part)) };
    })(),
  };
}
