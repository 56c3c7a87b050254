import { ApiError } from '../../access/errors.ts';
import type { VersionId } from '../../contract/identifiers.ts';
import type { SearchHit } from '../../contract/resources/searchHit.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { getTexts } from '../../files/keptTexts.ts';
import { log } from '../../runtime/log.ts';
import { type FoundEntry, findEntries } from '../../search/engine.ts';
import { foundIn } from '../../search/places.ts';
import { resultWindow, type Scope, type SearchBody, searchBody } from '../../search/query.ts';
import type { Sought } from '../../search/sought.ts';
import { type Door, isSearchedWhole, mayHaveText, type OpenStanding } from './door.ts';
import { snippetOf } from './snippet.ts';

/** A document that is found, or a page of it. */
export interface Hit extends Pick<SearchHit, 'page' | 'snippet'> {
  readonly document: DocumentItem;
  /** The current version. */
  readonly version_id: VersionId;
}

export interface Hits {
  readonly items: readonly Hit[];
  /** The number of the engine's hits up to here; undefined: there are no more. */
  readonly next: number | undefined;
}

interface HitsAsked {
  readonly sought: Sought;
  readonly scope: Scope;
  readonly door: Door;
  /** The number of the engine's hits before. */
  readonly from: number;
  readonly limit: number;
  /** Whether each page is a hit by itself. Otherwise a document is one hit. */
  readonly isEachPage: boolean;
}

/**
 * Asks the engine, and shows of its hits those that are hits for the searcher now, best first. Throws `search_unavailable` if the engine does
 * not answer.
 */
export async function findHits({ sought, scope, door, from, limit, isEachPage }: HitsAsked): Promise<Hits> {
  // One more says whether there are more.
  const size = Math.min(limit + 1, resultWindow - from);
  const body = searchBody(sought, scope, { from, size, isEachPage });
  const found = body ? await askEngine(body) : [];
  // The door has opened the document that a search names.
  const isWhole = isEachPage ? () => true : isSearchedWhole;
  const hits = await Promise.all(
    found.slice(0, limit).map(async (entry) => {
      const standing = await door(entry.document_id);
      return standing && hitOf(entry, sought, standing, isWhole(standing));
    }),
  );
  return {
    items: hits.filter((hit) => hit !== undefined),
    next: found.length > limit ? from + limit : undefined,
  };
}

const retryAfterSeconds = 5;

async function askEngine(body: SearchBody): Promise<readonly FoundEntry[]> {
  const began = Date.now();
  try {
    return await findEntries(body);
  } catch (error) {
    // An alarm counts these lines. The engine's messages can have the words.
    log.error('the search engine does not answer', {
      unanswered_after_milliseconds: Date.now() - began,
      name: error instanceof Error ? error.name : 'unknown',
    });
    throw new ApiError(
      'search_unavailable',
      `Search does not work for the moment. Try again in ${retryAfterSeconds} s.`,
      null,
      [],
      retryAfterSeconds,
    );
  }
}

/**
 * Returns what the searcher sees of a hit of the engine; undefined: it is no hit any more.
 *
 * @param isWhole whether the text is searched, and the description, which counts as text
 */
async function hitOf(
  { version_id, page }: FoundEntry,
  sought: Sought,
  standing: OpenStanding,
  isWhole: boolean,
): Promise<Hit | undefined> {
  const { document } = standing.loaded;
  const { title, description, current_version: current } = document;
  if (!current) return undefined;
  const hit = { document, version_id: current.id };
  if (page === 0) {
    const isHit = isIn(title, sought) || (isWhole && isIn(`${title}\n${description ?? ''}`, sought));
    return isHit ? { ...hit, page: null, snippet: null } : undefined;
  }
  if (!isWhole || version_id !== current.id) return undefined;
  const snippet = snippetOf(sought, (await getTexts(current.id, page, 1))?.texts[0] ?? '');
  return snippet && { ...hit, page, snippet: mayHaveText(standing) ? snippet : null };
}

const isIn = (text: string, sought: Sought): boolean => foundIn(sought, text) !== undefined;
