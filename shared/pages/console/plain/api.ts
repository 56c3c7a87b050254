import { ApiError, type Client, createClient } from '../../../client/index.ts';
import { baseUrl } from '../../../presentation/links.ts';
import type { PageRequest } from '../../page.ts';

/** A call of the API must end earlier than the request for the page. API Gateway ends that request after 29 seconds. */
const timeoutMilliseconds = 25_000;

/**
 * Returns a client of this stage's API with the session of the person who asked for a page. So plain pages have exactly the rights and
 * rules of the API, and need no grants of their own.
 */
export const apiFor = ({ headers: { cookie = '' } }: Pick<PageRequest, 'headers'>): Client =>
  createClient({
    baseUrl: baseUrl(),
    maxRetries: 0,
    timeoutMilliseconds,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Cookie', cookie);
      headers.set('Origin', new URL(baseUrl()).origin);
      return fetch(url, { ...init, headers });
    },
  });

/** Returns all items of a list. If the API refuses the request, returns null, and the page is shown without the list. */
export async function itemsOf<Item>(list: AsyncIterable<Item>): Promise<readonly Item[] | null> {
  const items: Item[] = [];
  try {
    for await (const item of list) items.push(item);
    return items;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
