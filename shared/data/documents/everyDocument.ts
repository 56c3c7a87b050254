import * as z from 'zod/mini';
import { documentSort } from '../keys/documents.ts';
import { scanAs } from '../table/read.ts';
import { documentItem } from './documents.ts';

/** The attributes of a document that decide whether the search index has it, and where its mark is. */
const indexable = z.pick(documentItem, {
  id: true,
  organization_id: true,
  created_by: true,
  current_version: true,
});
export type IndexableDocument = z.infer<typeof indexable>;

/** Scans the whole table for documents that are not deleted. The scan may miss changes of the last second. */
export const scanDocuments = (): AsyncGenerator<IndexableDocument[]> =>
  scanAs(indexable, {
    FilterExpression: 'sk = :document',
    ProjectionExpression: 'id, organization_id, created_by, current_version',
    ExpressionAttributeValues: { ':document': documentSort },
  });
