import * as z from 'zod/mini';
import {
  type ActorId,
  actorId,
  type DocumentId,
  documentId,
  isOrganization,
  type OrganizationId,
  type Tenant,
  type Ulid,
} from '../../contract/identifiers.ts';
import { documentList } from '../keys/documents.ts';
import { listEverMembers } from '../organizations/organizations.ts';
import { chooseListPage, type Placed } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { type Item, inIndex, queryItems } from '../table/read.ts';
import { listIndex } from '../table/table.ts';
import { findDocuments } from './deletedDocuments.ts';
import { type DocumentItem, documentItem } from './documents.ts';

/** Functions that read all documents of a tenant or a person, by whole partitions of the list index. They are eventually consistent. */

/** A page is one query of at most 1 MB, which is 128 read units. */
export const documentsAPage = 1000;

/**
 * Reads some attributes, and the place, of the next documents of a partition, in its order. A page that is not full is the last one.
 *
 * @param after the place of the last document of the page before; empty for the first page
 */
export const readDocumentsIn = (
  partition: string,
  after: string,
  attributes: readonly string[],
): Promise<Item[]> =>
  queryItems(
    {
      // No ULID comes before an exclamation mark.
      ...inIndex(listIndex, partition, '#sort > :after', { ':after': after || '!' }),
      ProjectionExpression: [...attributes, '#sort'].join(', '),
    },
    documentsAPage,
  );

/** Returns partitions together with the partitions of their deleted documents, sorted. */
const withDeleted = (partitions: readonly string[]): string[] =>
  [...partitions, ...partitions.map(documentList.deleted)].sort();

/** Returns the partitions of a tenant's documents, sorted, including those of deleted documents that are not removed yet. */
export const partitionsOf = async (tenant: Tenant): Promise<string[]> =>
  withDeleted(await presentPartitionsOf(tenant));

async function presentPartitionsOf(tenant: Tenant): Promise<string[]> {
  if (!isOrganization(tenant)) return [documentList.personal(tenant)];
  const users = await listEverMembers(tenant);
  return [documentList.shared(tenant), ...users.map((userId) => documentList.private(tenant, userId))];
}

interface NewestDocuments {
  /** Whether to list deleted documents that are not removed yet, in the order of deletion, instead of present documents. */
  readonly areDeleted: boolean;
  readonly limit: number;
  readonly isChosen: (document: DocumentItem) => boolean;
}

/** The number of partitions that are read at the same time. */
const partitionsAtOnce = 16;

/** Lists a tenant's newest documents that `isChosen` accepts, including private documents, newest first: for operators. */
export async function listNewestDocuments(
  tenant: Tenant,
  { areDeleted, limit, isChosen }: NewestDocuments,
): Promise<DocumentItem[]> {
  const present = await presentPartitionsOf(tenant);
  const lists = (areDeleted ? present.map(documentList.deleted) : present).map((partition) => ({
    index: listIndex,
    partition,
  }));
  let newest: Placed<DocumentItem>[] = [];
  for (let start = 0; start < lists.length; start += partitionsAtOnce) {
    const found: Placed<DocumentItem>[] = [];
    let after: Ulid | undefined;
    do {
      const some = lists.slice(start, start + partitionsAtOnce);
      const page = await chooseListPage(some, { after, limit }, (item, position) => {
        const document = parseItem(documentItem, item);
        return isChosen(document) ? { position, item: document } : undefined;
      });
      found.push(...page.items);
      after = page.next;
    } while (after !== undefined && found.length < limit);
    newest = [...newest, ...found].sort((a, b) => (a.position < b.position ? 1 : -1)).slice(0, limit);
  }
  return newest.map(({ item }) => item);
}

const made = z.object({
  id: documentId,
  created_by: z.object({ id: actorId }),
  [listIndex.sortKey]: z.string(),
});

/** Reads the creators of the documents of a partition, a page at a time. */
async function* listMakers(partition: string): AsyncGenerator<z.infer<typeof made>[]> {
  let page: z.infer<typeof made>[];
  let after = '';
  do {
    const items = await readDocumentsIn(partition, after, ['id', 'created_by']);
    page = items.map((item) => z.parse(made, item));
    yield page;
    after = page.at(-1)?.[listIndex.sortKey] ?? after;
  } while (page.length === documentsAPage);
}

/**
 * Lists the documents that a person made in an organization, private and deleted documents included, in no order. Reads all shared
 * documents, because no list is sorted by maker. This takes 128 read units for each 1,000 documents.
 */
export async function* listMadeBy(
  organizationId: OrganizationId,
  userId: ActorId,
): AsyncGenerator<DocumentId[]> {
  const { shared, private: ofOneMember } = documentList;
  for (const partition of withDeleted([shared(organizationId), ofOneMember(organizationId, userId)]))
    for await (const page of listMakers(partition))
      yield page.filter(({ created_by }) => created_by.id === userId).map(({ id }) => id);
}

/**
 * Lists all documents of a tenant, including private and deleted documents, each once, in its present state and in no order. Reads the
 * lists again until they show no new document, because a document may move between lists meanwhile.
 */
export async function* listEveryDocument(tenant: Tenant): AsyncGenerator<DocumentItem[]> {
  const known = new Set<DocumentId>();
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const partition of await partitionsOf(tenant))
      for await (const page of listMakers(partition)) {
        const unknown = page.map(({ id }) => id).filter((id) => !known.has(id));
        for (const id of unknown) known.add(id);
        yield await findDocuments(unknown);
      }
  }
}
