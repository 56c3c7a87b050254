import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import type { GoneEntry } from '../../../shared/search/engine.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { tokensOf } from '../../../shared/search/tokens.ts';
import type { Claimed, Shown } from './claim.ts';
import { type Common, commonOf } from './common.ts';

/** A part of what the index needs for a document. */
export interface Piece {
  readonly entries: readonly IndexEntry[];
  readonly gone: readonly GoneEntry[];
}

/**
 * Returns what the index needs for a document, in the order of its pages, in pieces of some 100,000 characters, so that the memory for a long
 * file has a limit. A page without words has no entry.
 */
export async function* piecesOf({ held, shown }: Claimed): AsyncGenerator<Piece> {
  const { document_id, pages: highest } = held;
  const goneFrom = (page: number) => ({ entries: [], gone: pagesFrom(page, highest, document_id) });
  if (!shown) return yield goneFrom(0);
  const common = commonOf(shown);
  yield { entries: [titleEntry(shown, common)], gone: [] };
  if (shown.texts === 'present') return;
  let next = 1;
  for await (const { page: first, texts } of shown.texts?.parts ?? []) {
    const pages = texts.map((text, index) => ({ ...common, page: first + index, words: tokensOf(text) }));
    yield {
      entries: pages.filter(({ words }) => words !== ''),
      gone: pages.filter(({ words, page }) => words === '' && page <= highest).map(goneOf),
    };
    next = first + texts.length;
  }
  yield goneFrom(next);
}

const goneOf = ({ document_id, page }: GoneEntry): GoneEntry => ({ document_id, page });

const pagesFrom = (first: number, last: number, document_id: DocumentId): GoneEntry[] =>
  Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => ({ document_id, page: first + index }));

function titleEntry({ document: { title, description } }: Shown, common: Common): IndexEntry {
  const words = tokensOf(`${title}\n${description ?? ''}`);
  return { ...common, page: 0, words, title: tokensOf(title) };
}
