import { changeable } from '../../../shared/access/documents.ts';
import { notFound } from '../../../shared/access/errors.ts';
import { secondsByPage, withFigures } from '../../../shared/access/readerFigures.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { type ActorId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { getDocumentReader } from '../../../shared/contract/operations/activity.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { getReader } from '../../../shared/data/reading/readers.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(
  getDocumentReader,
  notByShare(async ({ principal, path: { document_id, user_id } }) => {
    const document = changeable(await getDocument(document_id), principal, 'see who reads a document');
    const id: ActorId = user_id.startsWith('svc_') ? `svc_${ulidOf(user_id)}` : `user_${ulidOf(user_id)}`;
    const found = await getReader(document.id, id, document.created_by.id === principal.user.id);
    const [figures] = await withFigures(document, found ? [found] : [], principal);
    if (!figures) throw notFound('reader', 'user_id');
    return { ...figures.reader, page_seconds: secondsByPage(figures.seconds) };
  }),
);
