import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import { restoreDocument } from '../../../shared/data/restoration.ts';
import type { Admin } from '../admin.ts';
import { Refusal } from '../refusal.ts';

/** Brings a document back from a table that was restored to a time at which it was there. */
export async function document(admin: Admin, documentId: DocumentId, fromTable: string): Promise<void> {
  await admin.connect();
  const outcome = await restoreDocument(documentId, fromTable);
  if (!outcome) throw new Refusal(`The table ${fromTable} has no document ${documentId}.`);
  const output = admin.output();
  output.record({
    document_id: documentId,
    restored_items: outcome.restored,
    present_items: outcome.present,
  });
  output.note('Whether its files are there: restore check, and restore repair brings them back.');
}
