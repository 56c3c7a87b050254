import { changeable } from '../../../shared/access/documents.ts';
import { namesInActivity } from '../../../shared/access/namesInActivity.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { listDocumentActivity } from '../../../shared/contract/operations/activity.ts';
import { listActivityOf } from '../../../shared/data/activity/activityLists.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { besideEntries } from '../../../shared/data/reading/besideEntries.ts';
import { rangeIn } from '../../../shared/http/pagination.ts';
import { tabular } from '../../../shared/http/tabular.ts';
import { presentActivity } from '../../../shared/presentation/present.ts';

export const handler = tabular(
  listDocumentActivity,
  notByShare(async ({ principal, path, query }) => {
    const document = changeable(await getDocument(path.document_id), principal, 'see who reads a document');
    const { list, range } = rangeIn(query, 'documentActivity', document.id);

    const { items, next } = await listActivityOf(document, principal.user.id, range);
    const beside = await besideEntries(items);
    return list.page(
      items.map((entry) => presentActivity(entry, beside(entry))),
      next,
    );
  }),
  namesInActivity,
);
