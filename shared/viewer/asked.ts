/** The place at which the address opens the document. */
interface Asked {
  readonly page: number | undefined;
  /** The text of a search, whose words are marked; empty: none. */
  readonly search: string;
}

/**
 * Returns what the fragment of an address asks for: `#page=5&search=words`, as viewers of PDF know it (RFC 8118, 3), or `#page-5`. Fragments
 * are never sent, so no log has the words.
 */
export function askedBy(fragment: string): Asked {
  const [, named] = /^#page-(\d+)$/.exec(fragment) ?? [];
  const given = new URLSearchParams(fragment.slice(1));
  const page = Number(named ?? given.get('page'));
  return { page: Number.isInteger(page) && page > 0 ? page : undefined, search: given.get('search') ?? '' };
}

/** Returns what a fragment asks for as further parameters of the fragment of a PDF. */
export const parametersOf = ({ page, search }: Asked): string =>
  (page === undefined ? '' : `&page=${page}`) +
  (search === '' ? '' : `&search=${encodeURIComponent(search)}`);
