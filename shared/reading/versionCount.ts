import { binds } from '../access/shares.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { type ShareItem, versionsOf } from '../data/shares/shareItems.ts';

/**
 * Returns the number of versions that `shownVersions` lists for a reader.
 *
 * @param share the share by which the reader reads the document; undefined: they read it otherwise, and all versions are shown
 */
export const countShownVersions = (
  document: Pick<DocumentItem, 'access_level' | 'version_count' | 'current_version'>,
  share: ShareItem | undefined,
): number => {
  if (!share || !binds(document) || versionsOf(share) === 'all') return document.version_count;
  return document.current_version === null ? 0 : 1;
};
