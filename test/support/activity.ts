import type { Activity } from '../../shared/contract/resources/activity.ts';
import { createdAt } from '../../shared/data/table/ids.ts';
import type { Actor } from './client.ts';
import { apiKeys, call } from './documents.ts';
import { base_url, session_cookies } from './organizations.ts';
import { walk } from './pages.ts';

/** Values that are no type of an entry. */
export const wrongTypes = ['', 'nonsense', 'Viewed', ' viewed', 'viewed,refused', 'document.viewed', '*'];

type Query = Readonly<Record<string, string>>;

/** Opens a page of the service with an API key, a session of the member, or no credential. Does not follow redirects. */
export async function open(
  path: string,
  as: Actor | 'session' | null = null,
  accept = 'text/html',
): Promise<Response> {
  const headers: Record<string, string> = { Accept: accept };
  if (as === 'session') headers.Cookie = session_cookies.member;
  else if (as !== null) headers.Authorization = `Bearer ${apiKeys[as]}`;
  return fetch(base_url + path, { headers, redirect: 'manual' });
}

export const activityOf = async (
  document_id: string,
  as: Actor = 'owner',
  query: Query = {},
): Promise<Activity[]> => (await call.listDocumentActivity({ as, path: { document_id }, query })).body.items;

/** Returns the entries about readers, without those about changes of the document. */
export const readingsOf = async (...given: Parameters<typeof activityOf>): Promise<Activity[]> =>
  (await activityOf(...given)).filter(({ type }) => !type.includes('.'));

/** The time at which a document was created, for lists of what happened to it since. */
export const sinceCreated = (document_id: string): { since: string } => ({
  since: createdAt(document_id as `doc_${string}`),
});

/** Returns the organization's entries about a document, newest first. Other tests add many entries at the same time. */
export async function activityAbout(
  document_id: string,
  as: Actor = 'owner',
  query: Query = {},
): Promise<Activity[]> {
  const pages = await walk((page) => call.listOrganizationActivity({ as, query: page }), {
    limit: '100',
    ...sinceCreated(document_id),
    ...query,
  });
  return pages.flatMap(({ items }) => items).filter((entry) => entry.document_id === document_id);
}
