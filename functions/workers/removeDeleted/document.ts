import { indexMark } from '../../../shared/acts/indexMark.ts';
import type { DocumentId, VersionId } from '../../../shared/contract/identifiers.ts';
import {
  beginRemoval,
  type DocumentPart,
  endRemoval,
  getDeletedDocument,
  isBeingRemoved,
  isRestorable,
  keepUntil,
  listParts,
} from '../../../shared/data/documents/deletedDocuments.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { retentionOfDocument } from '../../../shared/data/documents/retention.ts';
import { scheduleCount } from '../../../shared/data/organizations/usage.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { patientWorker, retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { removeItems } from '../../../shared/data/table/partitions.ts';
import { removeEntryPage } from '../../../shared/files/entryPages.ts';
import { askedAgainAt } from '../../../shared/policies/retention.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { log } from '../../../shared/runtime/log.ts';
import { removeFromRooms } from './copies.ts';
import { removeFiles } from './files.ts';

/** Removes a deleted document: its files, then its items. Does nothing if the document can still be restored or a policy retains it. */
export async function removeDocument(document_id: DocumentId, isOver: () => boolean): Promise<void> {
  const document = await begin(document_id);
  if (!document) return;
  if (document.in_rooms) await removeFromRooms(document_id);
  let removed = 0;
  for (let parts = await listParts(document.id); parts.length > 0; parts = await listParts(document.id)) {
    if (isOver()) return log.info('document partly removed', { document_id, removed_items: removed });
    if (!(await removeFiles(versionsOf(parts), isOver))) continue;
    await removeItems(parts.map(({ key }) => key));
    removed += parts.length;
  }
  if (document.entry_page) await removeEntryPage(document.id, document.entry_page.fingerprint);
  await scheduleCount(tenantOf(document), Date.now());
  await writeBookkeeping([endRemoval(document)]);
  log.info('document removed', { document_id, organization_id: document.organization_id });
}

/**
 * Marks a deleted document as being removed and returns it. Returns undefined if the document was restored, can still be restored or is
 * already removed, or if a policy retains it.
 */
const begin = (documentId: DocumentId): Promise<DocumentItem | undefined> =>
  retryOnConflict(async () => {
    const document = await getDeletedDocument(documentId);
    if (!document || isRestorable(document, Date.now())) return undefined;
    if (isBeingRemoved(document)) return document;
    const retention = await retentionOfDocument(document, Date.now());
    if (retention) {
      await writeBookkeeping([keepUntil(document, askedAgainAt(retention, Date.now()))]);
      log.info('deleted document kept', { document_id: documentId, policy_id: retention.policy.id });
      return undefined;
    }
    // Its entries in the search index were removed after its deletion, unless a release before 1.1.0 deleted it.
    const mark = indexMark(document, 'hides');
    const [begun] = await writeBookkeeping([beginRemoval(document), ...mark.writes]);
    await mark.announce();
    return begun;
  }, patientWorker);

const versionsOf = (parts: readonly DocumentPart[]): VersionId[] =>
  parts.flatMap(({ version_id }) => version_id ?? []);
