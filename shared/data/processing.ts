import type { DocumentId, OrganizationId, VersionId } from '../contract/identifiers.ts';
import { documentItem } from './documents.ts';
import { documentKey, organizationKey, versionKey } from './keys.ts';
import { organizationItem } from './organizations.ts';
import { parseItem } from './parse.ts';
import { readItems } from './read.ts';
import { versionItem } from './versions.ts';

/** Reads a version with its document and, where its id is known, its organization in one round trip. */
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
    document: document && parseItem(documentItem, document),
    version: version && parseItem(versionItem, version),
    organization: organization && parseItem(organizationItem, organization),
  };
}
