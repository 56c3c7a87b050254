import type { ListPage } from '../../shared/contract/resources/listPage.ts';
import type { Answer } from './client.ts';

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

export const itemsOf = <T>(pages: readonly ListPage<T>[]): T[] => pages.flatMap(({ items }) => items);
