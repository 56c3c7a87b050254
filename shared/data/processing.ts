import type { DocumentId, OrganizationId, VersionId } from '../contract/identifiers.ts';
import { getDeletedDocument } from './deletedDocuments.ts';
import { documentItem } from './documents.ts';
import { documentKey, organizationKey, versionKey } from './keys.ts';
import { organizationItem } from './organizations.ts';
import { parseItem } from './parse.ts';
import { readItems } from './read.ts';
import { versionItem } from './versions.ts';

/**
 * Reads a version with its document and, where its id is known, its organization in one round trip. A deleted document, which is
 * somewhere else, takes another: its versions are processed to the end, so that it can be restored as what it would have been.
 */
export async function getVersionToProcess(
  documentId: DocumentId,
  versionId: VersionId,
  organizationId: OrganizationId | undefined,
) {
  const [document, version, organization] = await readItems(
    documentKey(documentId),
    versionKey(documentId, versionId),
    organizationId === undefined ? null : organizationKey(organizationId),
  );
  return {
    document: document ? parseItem(documentItem, document) : await getDeletedDocument(documentId),
    version: version && parseItem(versionItem, version),
    organization: organization && parseItem(organizationItem, organization),
  };
}
