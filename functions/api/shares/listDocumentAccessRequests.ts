import { changeable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { listDocumentAccessRequests } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listAccessRequests, withAskersNames } from '../../../shared/data/shares/accessRequests.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentAccessRequest } from '../../../shared/presentation/present.ts';

export const handler = operation(
  listDocumentAccessRequests,
  notByShare(async ({ principal, path, query }) => {
    const list = cursors('access_requests', path.document_id);
    const after = list.read(query.cursor);
    const [document, requests] = await Promise.all([
      getDocument(path.document_id),
      listAccessRequests(path.document_id, Date.now()),
    ]);
    changeable(document, principal, 'may see who asks for access');
    const shown = (await withAskersNames(requests)).filter(
      ({ id }) => after === undefined || ulidOf(id) < after,
    );
    const last = shown[query.limit - 1];
    const next = last && shown.length > query.limit ? ulidOf(last.id) : undefined;
    return list.page(shown.slice(0, query.limit).map(presentAccessRequest), next);
  }),
);
