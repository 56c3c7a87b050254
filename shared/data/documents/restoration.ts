import * as z from 'zod/mini';
import type { DocumentId } from '../../contract/identifiers.ts';
import { deletedVersionKey, documentKey, versionIdsIn } from '../keys/documents.ts';
import { tableName } from '../table/client.ts';
import { bookkeeping, type Change, creation, writeBookkeeping } from '../table/commit.ts';
import { unlessConflict } from '../table/conflict.ts';
import { parseItem } from '../table/parse.ts';
import { type Item, queryItems } from '../table/read.ts';
import { type DocumentItem, documentItem } from './documents.ts';

/** The result of copying the items of one document. */
export interface Restored {
  /** The number of items that were missing and have been copied. */
  readonly restored: number;
  /** The number of items that existed already, and were not changed. */
  readonly present: number;
}

/**
 * Copies the missing items of a document, its versions and its attachments from another table. A call changes no existing item, so it can
 * be repeated. Versions that were deleted are not copied. If the document exists, its shares are not copied, because they may have been
 * withdrawn. No event is sent. Returns undefined when the other table does not have the document. Throws DynamoDB's
 * ResourceNotFoundException when the other table does not exist.
 *
 * @param commitFirst commits the first item that is copied, with the record of the restoration
 */
export async function copyDocument(
  documentId: DocumentId,
  otherTable: string,
  commitFirst: (write: Change, document: DocumentItem) => Promise<object>,
): Promise<Restored | undefined> {
  const { pk, sk } = documentKey(documentId);
  const found = await partitionOf(pk, otherTable);
  const document = found.find((item) => item.sk === sk);
  if (!document) return undefined;
  const present = new Set((await partitionOf(pk, tableName())).map((item) => item.sk));
  const items = found.filter((item) => !present.has(keyOnceDeleted(item)));
  // The document is copied last: from then on the document can be found, so all its other items must exist already.
  const missing = [...items.filter((item) => item !== document), document].filter(
    (item) => !present.has(item.sk) && !(present.has(sk) && isShare(item)),
  );
  let restored = 0;
  for (const item of missing) {
    const write = creation(z.parse(place, item), item);
    const committed = await unlessConflict(
      restored === 0
        ? commitFirst(write, parseItem(documentItem, document))
        : writeBookkeeping([bookkeeping('following', write)]),
    );
    if (committed) restored += 1;
  }
  return { restored, present: items.length - restored };
}

/** Returns the sort key that a version gets when it is deleted; undefined for other items. Deleted versions are not restored. */
function keyOnceDeleted(item: Item): string | undefined {
  const version = versionIdsIn(z.parse(place, item));
  return version && deletedVersionKey(version.document_id, version.version_id).sk;
}

const isShare = ({ sk }: Item): boolean => /^SHARE(D|#)/.test(String(sk));

const partitionOf = (pk: string, TableName: string): Promise<Item[]> =>
  queryItems({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  });

const place = z.object({ pk: z.string(), sk: z.string() });
