import type { DocumentReader } from '../contract/resources/reader.ts';
import { erasedName, getCallers } from '../data/callers/callers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { getDocumentAndVersion } from '../data/documents/versions.ts';
import type { ReaderOfDocument } from '../data/reading/readers.ts';
import { getSeenPages, type SeenPages } from '../data/reading/seenPages.ts';
import { timedPagesMax } from '../data/reading/times.ts';
import { addressesOfReaders, type Onlooker } from './namesInActivity.ts';

const nothing: SeenPages = { fetched: new Set(), seconds: [] };

interface ReaderFigures {
  readonly reader: DocumentReader;
  /** The seconds of each page of the current version, the first page first. */
  readonly seconds: readonly number[];
}

/** Presents the seconds of pages, the first page first. */
export const secondsByPage = (seconds: readonly number[]) =>
  seconds.map((one, index) => ({ page: index + 1, seconds: one }));

/** Adds present names, and what readers saw of the current version, to readers of a document that a caller manages. */
export async function withFigures(
  document: DocumentItem,
  readers: readonly ReaderOfDocument[],
  principal: Onlooker,
): Promise<ReaderFigures[]> {
  if (readers.length === 0) return [];
  const all = document.created_by.id === principal.user.id;
  const { id, current_version } = document;
  const [people, seen, pageCount] = await Promise.all([
    getCallers(readers.flatMap(({ user_id }) => user_id ?? [])),
    current_version
      ? getSeenPages(
          id,
          current_version.id,
          readers.map(({ reader }) => reader),
          all,
        )
      : [],
    pagesOf(document),
  ]);
  const addresses = await addressesOfReaders(id, people, principal);
  const names = new Map(people.map((person) => [person.id, person.name]));
  return readers.map(({ reader: _, user_id, ...reader }, index) => {
    const { fetched, seconds: stored } = seen[index] ?? nothing;
    const seconds = Array.from({ length: pageCount }, (_, page) => stored[page] ?? 0);
    const read = seconds.filter((one, page) => one > 0 || fetched.has(page + 1)).length;
    const person = user_id && {
      id: user_id,
      name: names.get(user_id) ?? erasedName,
      email: addresses.get(user_id) ?? null,
    };
    const pages = pageCount === 0 ? 0 : read / pageCount;
    return {
      reader: { ...reader, person, pages, seconds: seconds.reduce((sum, one) => sum + one, 0) },
      seconds,
    };
  });
}

async function pagesOf({ id, current_version }: DocumentItem): Promise<number> {
  const found = current_version && (await getDocumentAndVersion(id, current_version.id));
  return Math.min(found?.version?.file?.page_count ?? 0, timedPagesMax);
}
