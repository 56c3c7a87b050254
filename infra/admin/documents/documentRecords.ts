import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';

/** Presents a document without its description, which only its readers may see. */
export const presentDocument = (document: DocumentItem) => ({
  id: document.id,
  title: document.title,
  processing_status: document.processing_status,
  access_level: document.access_level,
  organization_id: document.organization_id,
  created_by: document.created_by.id,
  created_at: createdAt(document.id),
  deleted_at: document.deletion_id === undefined ? null : createdAt(`doc_${document.deletion_id}`),
  restorable_until: document.restorable_until_ms
    ? new Date(document.restorable_until_ms).toISOString()
    : null,
});

/** The meaning of null in a field of a document. */
export const documentBlanks = {
  organization_id: 'none: it belongs to its creator',
  deleted_at: 'not deleted',
};
