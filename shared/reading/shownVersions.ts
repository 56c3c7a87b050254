import { type Ulid, ulidOf } from '../contract/identifiers.ts';
import { type DocumentItem, getDocument } from '../data/documents/documents.ts';
import { getVersions, listVersions, type VersionItem } from '../data/documents/versions.ts';
import { type FactsRequest, factsFor } from './facts.ts';
import type { FactsStanding } from './standing.ts';

/** The versions of a document that an operation's caller is shown, and the caller's standing. */
interface ShownVersions {
  readonly standing: FactsStanding;
  readonly items: readonly VersionItem[];
  /** Undefined: there are no more. */
  readonly next: Ulid | undefined;
}

/** Returns the current version of a document: one of `loaded`, or else it is read. Undefined: there is none. */
export async function currentVersion(
  { id, current_version }: Pick<DocumentItem, 'id' | 'current_version'>,
  loaded: readonly VersionItem[],
): Promise<VersionItem | undefined> {
  if (!current_version) return undefined;
  const found = loaded.find((version) => version.id === current_version.id);
  return found ?? (await getVersions([{ document_id: id, id: current_version.id }]))[0];
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
  if (standing.versions === 'all') return { standing, items, next };
  const current = await currentVersion(standing.document, items);
  const isAfter = after === undefined || (current !== undefined && ulidOf(current.id) < after);
  return { standing, items: current && isAfter ? [current] : [], next: undefined };
}
