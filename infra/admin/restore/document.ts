import { markForSearch } from '../../../shared/acts/indexMark.ts';
import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import { getDeletedDocument } from '../../../shared/data/documents/deletedDocuments.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { copyDocument } from '../../../shared/data/documents/restoration.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentActRecord } from '../../../shared/events/records/documents.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';

/** Restores a document from a table that was restored to a time at which the document existed. */
export async function document(
  { output }: Admin,
  documentId: DocumentId,
  { fromTable }: { fromTable: string },
): Promise<void> {
  if (await getDeletedDocument(documentId))
    throw new Refusal(
      `The document ${documentId} was deleted, but is still stored. Its creator, or an owner or admin who could read it, can restore it.`,
    );
  const outcome = await copyDocument(documentId, fromTable, (write, found) =>
    commitChange({ records: [documentActRecord('document.restored', found, operator)], writes: [write] }),
  ).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
    throw new Refusal(
      `--from-table: There is no table ${fromTable}, or it is not restored yet. To see its state: aws dynamodb describe-table --table-name ${fromTable}`,
    );
  });
  if (!outcome) throw new Refusal(`The table ${fromTable} has no document ${documentId}.`);
  const restored = await getDocument(documentId);
  if (restored) await markForSearch(documentId, tenantOf(restored));
  output.record({
    document_id: documentId,
    restored_items: outcome.restored,
    present_items: outcome.present,
  });
  output.note('Check whether its files exist: restore check. To bring back missing files: restore repair');
}
