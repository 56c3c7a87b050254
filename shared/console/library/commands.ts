import type { Document } from '../../client/types.ts';
import { attempt, copyText, toast } from '../frame/toasts.tsx';
import { ask } from '../parts/dialog.tsx';
import { accessMeaning } from '../parts/list.tsx';
import type { Command } from '../parts/menu.tsx';
import { api, change, changeItem } from '../service/api.ts';
import { t } from '../words/words.ts';
import { noteDeleted, noteDocument, noteEndedShare } from './list.ts';

/** The four changes of batches. They do not call `change`, because `runBatch` does. */
export const deleteDocument = async (document: Document): Promise<void> => {
  await changeItem(api.getDocument, { document_id: document.id }, api.deleteDocument);
  noteDeleted(document);
};
export const restoreDocument = async ({ id }: Document): Promise<void> =>
  noteDocument(await api.restoreDocument({ document_id: id }));
export const setAccess =
  (access_level: Document['access_level']) =>
  ({ id }: Document): Promise<void> =>
    changeItem(api.getDocument, { document_id: id }, (input, options) =>
      api.setDocumentAccessLevel({ ...input, access_level }, options),
    );
export const attachPolicy =
  (policy_id: `pol_${string}`) =>
  ({ id }: Document): Promise<unknown> =>
    api.attachDocumentPolicy({ document_id: id, policy_id });

/** Makes a change of access. Asks first if everybody could read documents after it. */
export async function askIfPublic(
  level: Document['access_level'],
  act: () => Promise<unknown>,
): Promise<void> {
  if (level !== 'public') return void (await act());
  const text = `${accessMeaning(level)} ${t('access.publicKeeps')}`;
  ask({ title: t('access.publicTitle'), text, action: t('access.publicAct'), isDestructive: false }, act);
}

/** Brings back a document from the bin. */
export const restoreOne = (document: Document, onChange: () => void): Promise<void> =>
  attempt(async () => {
    await change(() => restoreDocument(document));
    onChange();
    toast(t('library.restored', { title: document.title }));
  });

/** Deletes a document at once; the toast brings it back. `onChange` is called after each. */
const deleteWithUndo = (document: Document, onChange: () => void): Promise<void> =>
  attempt(async () => {
    await change(() => deleteDocument(document));
    onChange();
    toast(t('library.deleted', { title: document.title }), () => restoreOne(document, onChange));
  });

/** Returns the commands for a document, in the library and on its screen. */
export const commandsOf = (document: Document, mayDelete: boolean, onDelete: () => void): Command[] => [
  { title: t('library.open'), icon: 'external', href: document.service_url },
  { title: t('library.copyLink'), icon: 'link', run: () => copyText(document.service_url) },
  { title: t('library.entryPage'), icon: 'download', run: () => downloadEntryPage(document) },
  ...(mayDelete
    ? [{ title: t('library.delete'), icon: 'bin', run: () => deleteWithUndo(document, onDelete) } as const]
    : []),
];

/** Returns the command that ends the person's own share of a document. It asks first, because only others can share the document again. */
export const endShare = (document: Document, onEnd: () => void): Command => ({
  title: t('library.endShare'),
  icon: 'close',
  run: () =>
    ask(
      { title: t('library.endShare'), text: t('library.endShareText', { title: document.title }) },
      async () => {
        await api.deleteOwnShare({ document_id: document.id });
        noteEndedShare(document);
        toast(t('library.shareEnded', { title: document.title }));
        onEnd();
      },
    ),
});

/** Downloads the entry page by a temporary URL. */
const downloadEntryPage = ({ id }: Document): Promise<void> =>
  attempt(async () => {
    const { download_url } = await api.generateDocumentEntryPage({ document_id: id });
    location.assign(download_url);
  });
