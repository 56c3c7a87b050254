import { ApiError, type Client, createClient } from '../../../client/index.ts';
import { baseUrl } from '../../../presentation/links.ts';
import type { PageRequest } from '../../page.ts';

/** API Gateway ends a request after 29 seconds, and so the request for the page. */
const timeoutMilliseconds = 25_000;

/**
 * Returns a client of this stage's API with the session of the person who asked for a page. So plain pages have exactly the rights and the
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

/** A list that the page is shown without if the person may not read it. */
export async function itemsOf<Item>(
  answer: Promise<{ readonly items: Item[] }>,
): Promise<readonly Item[] | null> {
  try {
    return (await answer).items;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
