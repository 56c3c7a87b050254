import { operations as contracts } from '../../shared/contract/operations.ts';
import type { Credentials } from '../support/client.ts';
import { clientOf } from '../support/load/client.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import type { LeanRequest } from './leanClient.ts';

export interface PageRequest {
  readonly what: string;
  /** A complete request, with all its headers. */
  readonly request: LeanRequest;
  /** The request takes a third of a second of CPU time. */
  readonly isSlow?: true;
}

/**
 * Makes documents and a member with a session, and returns requests for pages. The environment must already name the table.
 *
 * @param settle resolves when the workers have done the queued work
 */
export async function pageRequests(
  credentials: Credentials,
  settle: () => Promise<void>,
): Promise<readonly PageRequest[]> {
  const { storedMember, storedSession } = await import('../support/people/people.ts');
  const client = clientOf(credentials);
  const member = await storedMember(credentials.organization_id, 'member');
  const session = (await storedSession(member)).headers;
  const documentOf = async (access_level: 'organization' | 'public'): Promise<string> => {
    const form = uploadForm({ title: 'Read', access_level }, await makePdf({ minBytes: 50_000 }));
    return (await client.call(contracts.createDocument, { form })).id;
  };
  const [shared, open, pictured] = [
    await documentOf('organization'),
    await documentOf('public'),
    await documentOf('organization'),
  ];
  const rules = { view_only: true, watermark: true };
  const policy = await client.call(contracts.createPolicy, { json: { name: crypto.randomUUID(), rules } });
  const path = { document_id: pictured };
  await client.succeed(contracts.attachDocumentPolicy, { path, json: { policy_id: policy.id } });
  await settle();

  const at = (path: string, headers = {}): LeanRequest => ({
    method: 'GET',
    path,
    headers: { accept: 'text/html', ...headers },
  });
  const pictures = at(`/d/${pictured}`, session);
  // The first view requests the pictures.
  await textOf(credentials, pictures);
  await settle();
  const [, picture = ''] = /<img[^>]* src="(\/d\/[^"]+)"/.exec(await textOf(credentials, pictures)) ?? [];
  return [
    { what: "a document's page, member", request: at(`/d/${shared}`, session) },
    { what: "a document's page, no session", request: at(`/d/${open}`) },
    {
      what: 'a picture with a watermark',
      request: at(picture.replaceAll('&amp;', '&'), session),
      isSlow: true,
    },
    { what: '/docs', request: at('/docs') },
  ];
}

/** Sends a request without following redirects. Resolves with the body; throws an error for a status of 400 or more. */
export async function textOf(
  { base_url }: Credentials,
  { method, path, headers = {} }: LeanRequest,
): Promise<string> {
  const response = await fetch(base_url + path, { method, headers, redirect: 'manual' });
  if (response.status >= 400) throw new Error(`${path} was answered with ${response.status}`);
  return response.text();
}
