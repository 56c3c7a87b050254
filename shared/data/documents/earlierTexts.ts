import * as z from 'zod/mini';
import { activityId, type DocumentId, documentId, type Ulid, versionId } from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';
import { documentKey, earlierTextKey, earlierTextPrefix } from '../keys/documents.ts';
import { type Change, creation } from '../table/commit.ts';
import { type ListPage, readListPage, withinBytes } from '../table/listPages.ts';

/**
 * A title and a description that were replaced while a policy kept the document. Each replacement is an item of its own, so that no item
 * grows with the number of changes. The items are in the partition of the document, and are removed with it.
 */
const earlierTextItem = z.object({
  /** The id of the change's entry of activity. */
  id: activityId,
  document_id: documentId,
  /** null: the text belonged to the document and not to a version. */
  version: z.nullable(z.object({ id: versionId, number: z.int() })),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  replaced_by: user,
});
export type EarlierTextItem = z.infer<typeof earlierTextItem>;

/** Stores the text that another write of the same commit replaces. */
export const keepEarlierText = (text: EarlierTextItem): Change<EarlierTextItem> =>
  creation(earlierTextKey(text.document_id, text.id), text);

/** Lists a page of the earlier texts of a document and of its versions, latest change first. */
export async function listEarlierTexts(
  documentId: DocumentId,
  after: Ulid | undefined,
  limit: number,
): Promise<ListPage<EarlierTextItem>> {
  const list = { partition: documentKey(documentId).pk, prefix: earlierTextPrefix };
  const page = await readListPage([list], { after, limit }, (item) => z.parse(earlierTextItem, item));
  return withinBytes(page, ({ description }) => description ?? '');
}
