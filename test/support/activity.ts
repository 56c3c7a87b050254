import type { Activity } from '../../shared/contract/resources/activity.ts';
import type { Actor, CallRequest } from './client.ts';
import { apiKeys, call } from './documents.ts';
import { base_url, session_cookies } from './organizations.ts';

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

export const organizationActivity = async (request: CallRequest = {}): Promise<Activity[]> =>
  (await call.listOrganizationActivity(request)).body.items;
