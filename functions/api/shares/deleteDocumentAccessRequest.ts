import { changeable, noSuchAccessRequest } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { deleteDocumentAccessRequest } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { getAccessRequest, removeAccessRequest } from '../../../shared/data/shares/accessRequests.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentActRecord } from '../../../shared/events/records/documents.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(
  deleteDocumentAccessRequest,
  notByShare(({ principal, path }) =>
    retryOnConflict(async () => {
      const [found, asked] = await Promise.all([
        getDocument(path.document_id),
        getAccessRequest(path.document_id, path.request_id, Date.now()),
      ]);
      const document = changeable(found, principal, 'may decline a request for access');
      const request = existing(asked, noSuchAccessRequest);
      await commitChange({
        records: [
          documentActRecord('document.access_declined', document, principal, { request_id: request.id }),
        ],
        writes: [removeAccessRequest(request)],
      });
      return {};
    }),
  ),
);
