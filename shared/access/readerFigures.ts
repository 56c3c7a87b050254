import type { DocumentReaderPages } from '../contract/resources/reader.ts';
import { erasedName, getCallers } from '../data/callers/callers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { getDocumentAndVersion } from '../data/documents/versions.ts';
import type { ReaderOfDocument } from '../data/reading/readers.ts';
import { getSeenPages, type SeenPages } from '../data/reading/seenPages.ts';
import { timedPagesMax } from '../data/reading/times.ts';
import { addressesOfReaders } from './namesInActivity.ts';
import type { Principal } from './principal.ts';

const nothing: SeenPages = { fetched: new Set(), seconds: [] };

/** Adds present names, and what readers saw of the current version, to readers of a document that a caller manages. */
export async function withFigures(
  document: DocumentItem,
  readers: readonly ReaderOfDocument[],
  principal: Principal,
): Promise<DocumentReaderPages[]> {
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
  return readers.map(({ reader: _, user_id, ...reader }, index) => ({
    ...reader,
    person: user_id && {
      id: user_id,
      name: names.get(user_id) ?? erasedName,
      email: addresses.get(user_id) ?? null,
    },
    ...figuresOf(seen[index] ?? nothing, pageCount),
  }));
}

async function pagesOf({ id, current_version }: DocumentItem): Promise<number> {
  const found = current_version && (await getDocumentAndVersion(id, current_version.id));
  return Math.min(found?.version?.file?.page_count ?? 0, timedPagesMax);
}

/** Returns the figures about the pages of a version. */
function figuresOf({ fetched, seconds }: SeenPages, pageCount: number) {
  const page_seconds = Array.from({ length: pageCount }, (_, index) => ({
    page: index + 1,
    seconds: seconds[index] ?? 0,
  }));
  const read = page_seconds.filter(({ page, seconds }) => seconds > 0 || fetched.has(page)).length;
  return {
    pages: pageCount === 0 ? 0 : read / pageCount,
    seconds: page_seconds.reduce((sum, { seconds }) => sum + seconds, 0),
    page_seconds,
  };
}
