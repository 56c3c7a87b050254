import * as z from 'zod/mini';
import {
  type ActorId,
  actorId,
  type DocumentId,
  documentId,
  type OrganizationId,
} from '../contract/identifiers.ts';
import { documentList } from './keys.ts';
import { type Item, queryItems } from './read.ts';
import { listIndex } from './table.ts';

/** Reads whole partitions of the list index that have documents, for what is about all of somebody's. They are a moment behind. */

/** A page is one query of at most 1 MB, which is 128 read units. */
export const documentsAPage = 1000;

/**
 * Reads some attributes, and the place, of the next documents of a partition in its order: of fewer than a page, none follow.
 *
 * @param after the place of the last one before; empty at the beginning
 */
export const readDocumentsIn = (
  partition: string,
  after: string,
  attributes: readonly string[],
): Promise<Item[]> =>
  queryItems(
    {
      IndexName: listIndex.name,
      KeyConditionExpression: '#list = :list AND #place > :after',
      ProjectionExpression: [...attributes, '#place'].join(', '),
      ExpressionAttributeNames: { '#list': listIndex.partitionKey, '#place': listIndex.sortKey },
      // No ULID comes before it.
      ExpressionAttributeValues: { ':list': partition, ':after': after || '!' },
    },
    documentsAPage,
  );

/** Returns partitions together with those to which their documents go when they are deleted, sorted. */
export const withDeleted = (partitions: readonly string[]): string[] =>
  [...partitions, ...partitions.map(documentList.deleted)].sort();

const made = z.object({
  id: documentId,
  created_by: z.object({ id: actorId }),
  [listIndex.sortKey]: z.string(),
});

/**
 * Lists what somebody made in an organization, private and deleted documents included, in no order. What the organization shares is
 * read as a whole, since no list of it is by its makers: 128 units for each 1,000 documents.
 */
export async function* listMadeBy(
  organizationId: OrganizationId,
  userId: ActorId,
): AsyncGenerator<DocumentId[]> {
  const { shared, private: ofOneMember } = documentList;
  for (const partition of withDeleted([shared(organizationId), ofOneMember(organizationId, userId)])) {
    let page: z.infer<typeof made>[];
    let after = '';
    do {
      const items = await readDocumentsIn(partition, after, ['id', 'created_by']);
      page = items.map((item) => z.parse(made, item));
      yield page.filter(({ created_by }) => created_by.id === userId).map(({ id }) => id);
      after = page.at(-1)?.[listIndex.sortKey] ?? after;
    } while (page.length === documentsAPage);
  }
}
