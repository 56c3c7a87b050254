import type { Document } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { api } from '../service/api.ts';
import { explain } from '../service/explain.ts';
import { change } from '../service/session.ts';
import { t } from '../words/words.ts';
import { noteDeleted, noteDocument } from './recent.ts';

type Id = Document['id'];

/** Reads a document for the tag that a change of it needs. */
async function tagOf(document_id: Id): Promise<string | undefined> {
  const { response } = await api.getDocument.withResponse({ document_id });
  return response.headers.get('etag') ?? undefined;
}

/** These four are for batches, which begin each change by themselves. */
export const deleteDocument = async (document: Document): Promise<void> => {
  await api.deleteDocument({ document_id: document.id }, { ifMatch: await tagOf(document.id) });
  noteDeleted(document);
};
export const restoreDocument = async ({ id }: Document): Promise<void> => {
  noteDocument(await api.restoreDocument({ document_id: id }));
};
export const setAccess =
  (access_level: Document['access_level']) =>
  async ({ id }: Document): Promise<void> => {
    await api.setDocumentAccessLevel({ document_id: id, access_level }, { ifMatch: await tagOf(id) });
  };
export const attachPolicy =
  (policy_id: `pol_${string}`) =>
  async ({ id }: Document): Promise<void> => {
    await api.attachDocumentPolicy({ document_id: id, policy_id });
  };

/** Brings back a document from the bin. */
export async function restoreOne(document: Document, onChange: () => void): Promise<void> {
  try {
    await change(() => restoreDocument(document));
    onChange();
    toast(t('library.restored', { title: document.title }));
  } catch (error) {
    toast(explain(error).text);
  }
}

/** Deletes a document at once; the toast brings it back. `onChange` is called after each. */
export async function deleteWithUndo(document: Document, onChange: () => void): Promise<void> {
  try {
    await change(() => deleteDocument(document));
    onChange();
    toast(t('library.deleted', { title: document.title }), () => restoreOne(document, onChange));
  } catch (error) {
    toast(explain(error).text);
  }
}

/** Downloads the entry page by a temporary URL. */
export async function downloadEntryPage({ id }: Document): Promise<void> {
  try {
    const { download_url } = await api.generateDocumentEntryPage({ document_id: id });
    location.assign(download_url);
  } catch (error) {
    toast(explain(error).text);
  }
}
