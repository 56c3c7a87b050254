import * as z from 'zod/mini';
import { document } from '../../shared/contract/resources/document.ts';
import { pageOf } from '../../shared/contract/resources/page.ts';
import { version } from '../../shared/contract/resources/version.ts';
import type { RunningService } from '../support/service.ts';

/** What the upload bench asks of a service, as the owner. */
export type Client = ReturnType<typeof clientOf>;

const documentPage = pageOf(document);
const versionPage = pageOf(version);

export function clientOf({ credentials: { base_url, api_keys } }: RunningService) {
  const ask = async <S extends z.ZodMiniType>(schema: S, path: string, request: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${api_keys.owner}` };
    const response = await fetch(base_url + path, { ...request, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.method ?? 'GET'} ${path}: ${response.status} ${text}`);
    return z.parse(schema, JSON.parse(text));
  };
  return {
    create: (form: FormData) => ask(document, '/v1/documents', { method: 'POST', body: form }),
    documents: (cursor: string) => ask(documentPage, `/v1/documents?limit=100${cursorQuery(cursor)}`),
    versions: (documentId: string) => ask(versionPage, `/v1/documents/${documentId}/versions?limit=100`),
  };
}

const cursorQuery = (cursor: string): string => (cursor ? `&cursor=${encodeURIComponent(cursor)}` : '');

/** Every document of the list, newest first. */
export async function listAll(client: Client) {
  const pages = [await client.documents('')];
  for (let last = pages[0]; last?.pagination.has_more; last = pages.at(-1))
    pages.push(await client.documents(last.pagination.next_cursor));
  return pages.flatMap(({ items }) => items);
}

/** Every document with its versions. */
export async function everything(client: Client) {
  const all = [];
  for (const found of await listAll(client))
    all.push({ document: found, versions: (await client.versions(found.id)).items });
  return all;
}
