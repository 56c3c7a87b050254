import type { Ulid } from '../contract/identifiers.ts';
import { type DocumentItem, getDocument } from '../data/documents/documents.ts';
import { listVersions, type VersionItem } from '../data/documents/versions.ts';
import { type ShareItem, versionsOf } from '../data/shares/shareItems.ts';
import { type FactsRequest, factsFor } from './facts.ts';
import type { FactsStanding } from './standing.ts';

/** The versions of a document that an operation's caller is shown, and the caller's standing. */
interface ShownVersions {
  readonly standing: FactsStanding;
  readonly items: readonly VersionItem[];
  /** Undefined: there are no more. */
  readonly next: Ulid | undefined;
}

/** Lists a page of the versions that a caller is shown, newest first. Throws what `factsFor` throws. */
export async function shownVersions(
  request: FactsRequest,
  after: Ulid | undefined,
  limit: number,
): Promise<ShownVersions> {
  const { document_id } = request.path;
  const [found, { items, next }] = await Promise.all([
    getDocument(document_id),
    listVersions(document_id, after, limit),
  ]);
  const standing = await factsFor(request, found);
  return { standing, items, next };
}

/**
 * Returns the number of versions that `shownVersions` lists for a reader.
 *
 * @param share the share by which the reader reads the document; undefined: they read it otherwise, and all versions are shown
 */
export const countShownVersions = (
  { version_count, current_version }: Pick<DocumentItem, 'version_count' | 'current_version'>,
  share: ShareItem | undefined,
): number => {
  if (!share || versionsOf(share) === 'all') return version_count;
  return current_version === null ? 0 : 1;
};
