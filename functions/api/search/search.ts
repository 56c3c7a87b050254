import { notFound } from '../../../shared/access/errors.ts';
import { search } from '../../../shared/contract/operations/search.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(search, async () => {
  throw notFound('document', 'document_id');
});
