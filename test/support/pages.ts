import type { Document } from '../../shared/contract/resources/document.ts';
import type { ListPage } from '../../shared/contract/resources/listPage.ts';
import type { Version } from '../../shared/contract/resources/version.ts';
import type { Actor, Answer } from './client.ts';
import { call } from './documents.ts';

type Query = Readonly<Record<string, string>>;

/** Follows the cursors of a list to its end. `between` runs after each page except the last. */
export async function walk<T>(
  ask: (query: Query) => Promise<Answer<ListPage<T>>>,
  query: Query = {},
  between: () => Promise<unknown> = async () => {},
): Promise<ListPage<T>[]> {
  const pages: ListPage<T>[] = [];
  for (let cursor: Query = {}; ; ) {
    const { body: page } = await ask({ ...query, ...cursor });
    pages.push(page);
    if (!page.pagination.has_more) return pages;
    cursor = { cursor: page.pagination.next_cursor };
    await between();
  }
}

const itemsOf = <T>(pages: readonly ListPage<T>[]): T[] => pages.flatMap(({ items }) => items);

/** Returns all documents of the actor's list that the query selects, newest first. */
export const allDocuments = async (as: Actor, query: Query = {}): Promise<Document[]> =>
  itemsOf(await walk((page) => call.listDocuments({ as, query: page }), { limit: '100', ...query }));

/** Returns all versions of a document, newest first. */
export const allVersions = async (as: Actor, document_id: string): Promise<Version[]> =>
  itemsOf(
    await walk((query) => call.listDocumentVersions({ as, path: { document_id }, query }), { limit: '100' }),
  );

export const idsOf = (resources: readonly { readonly id: string }[]): string[] =>
  resources.map(({ id }) => id);
