import { noSuchVersion } from '../access/documents.ts';
import { existing } from '../access/errors.ts';
import type { PathOf } from '../contract/operation.ts';
import { getDocumentVersion as operation } from '../contract/operations/versions.ts';
import { getDocumentAndVersion, type VersionItem } from '../data/documents/versions.ts';
import { listAllAttachments } from '../data/policies/attachments.ts';
import { presentVersion } from '../presentation/present.ts';

interface Loaded {
  /** Undefined: the document has no such version. */
  readonly version: VersionItem | undefined;
}

/** What `readablePage` needs for all pages about a version, such as its HTML page and the pictures of its pages. */
export const readableVersion = {
  operation,
  versionOf: ({ version }: Loaded) => version?.id ?? null,
  toJson: ({ version }: Loaded) => presentVersion(existing(version, noSuchVersion)),
};

/** Loads a version with its document and its policies. `beside`: what else the page needs, which is being loaded already. */
export async function loadVersion<Beside extends object>(
  { document_id, version_id }: PathOf<typeof operation>,
  beside: Promise<Beside>,
) {
  const [{ document, version }, attachments, besides] = await Promise.all([
    getDocumentAndVersion(document_id, version_id),
    listAllAttachments(document_id),
    beside,
  ]);
  return { ...(document && { document }), version, attachments, ...besides };
}
