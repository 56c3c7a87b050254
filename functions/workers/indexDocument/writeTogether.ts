import type { Written } from '../../../shared/data/search/indexed.ts';
import { writeEntries } from '../../../shared/search/engine.ts';
import type { Claimed, Shown } from './claim.ts';
import { fingerprintOf } from './common.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** Entries of about this many characters are written together. */
const charactersTogether = 1_000_000;
/** The characters of an entry beside its words, and those of the request to remove an entry. */
const entryCharacters = 400;
const goneCharacters = 60;

/** Pieces of several documents, which are written in one call. */
class Together {
  /** The documents with a piece that was not written. */
  readonly failures = new Map<Claimed, unknown>();
  #pieces: (Piece & { readonly of: Claimed })[] = [];
  #characters = 0;

  async add(of: Claimed, piece: Piece): Promise<void> {
    this.#pieces.push({ ...piece, of });
    this.#characters += charactersIn(piece);
    if (this.#characters >= charactersTogether) await this.write();
  }

  /** Writes the pieces that were added. Never throws. */
  async write(): Promise<void> {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#characters = 0;
    try {
      await writeEntries(
        pieces.flatMap(({ entries }) => entries),
        pieces.flatMap(({ gone }) => gone),
      );
    } catch (error) {
      for (const { of } of pieces) this.failures.set(of, error);
    }
  }
}

const charactersIn = ({ entries, gone }: Piece): number =>
  entries.reduce((sum, { words }) => sum + words.length + entryCharacters, gone.length * goneCharacters);

/** Returns what the index has of a document. `counted`: what was written of it */
function writtenOf(
  held: Claimed['held'],
  shown: Shown,
  counted: Pick<Written, 'pages' | 'entries'>,
): Written {
  const { pages, entries, indexed_at_ms } =
    shown.texts === 'present' ? held : { ...counted, indexed_at_ms: Date.now() };
  const fingerprint = shown.texts && fingerprintOf(shown);
  return { version_id: shown.document.current_version.id, pages, entries, indexed_at_ms, fingerprint };
}

/**
 * Writes the entries of documents, one document after the other, in requests that they share. Returns, for each document that did not fail,
 * what was written: undefined if its entries were removed. Documents that are not begun when time is up fail.
 */
export async function writeTogether(claimed: readonly Claimed[], isOver: () => boolean) {
  const together = new Together();
  const written = new Map<Claimed, Written | undefined>();
  for (const one of claimed) {
    let [entries, pages] = [0, 0];
    try {
      if (isOver()) throw new Error('No time was left for the document.');
      for await (const piece of piecesOf(one)) {
        await together.add(one, piece);
        if (together.failures.has(one)) break;
        entries += piece.entries.length;
        pages = piece.entries.at(-1)?.page ?? pages;
      }
      written.set(one, one.shown && writtenOf(one.held, one.shown, { pages, entries }));
    } catch (error) {
      together.failures.set(one, error);
    }
  }
  await together.write();
  return { written, failures: together.failures };
}
