import { tableOfContents } from '../contract/tableOfContents.ts';
import { blobOf, isPayload } from './payload.ts';
import type { OperationId, Operations } from './types.ts';

/** The input of an operation: values by name. The compiler and the service check it. */
export type Input = Readonly<Record<string, unknown>>;

/** The parts of a request that differ between calls. */
export interface OperationRequest {
  readonly method: string;
  /** Below the base URL, with the query. */
  readonly path: string;
  readonly body: string | Blob | undefined;
  readonly contentType: string | null;
}

type Writing = {
  [Id in OperationId]: (typeof tableOfContents)[Id][0] extends 'GET' | 'DELETE' ? never : Id;
}[OperationId];
/** The kind of body of each operation that changes something and does not send JSON. The compiler reports a missing operation. */
const otherBodies: {
  readonly [Id in Writing as Operations[Id]['body'] extends 'json' ? never : Id]: Operations[Id]['body'];
} = {
  createDocument: 'multipart',
  createDocumentVersion: 'multipart',
  setOrganizationLogo: 'file',
  generateDocumentEntryPage: null,
  reclaimOwnership: null,
  restoreDocument: null,
  rotateWebhookSecret: null,
  sendInvitation: null,
  testWebhook: null,
  resendWebhookDelivery: null,
  sendDocumentShare: null,
};
type Deleting = {
  [Id in OperationId]: (typeof tableOfContents)[Id][0] extends 'DELETE' ? Id : never;
}[OperationId];
/** The operations that delete and send JSON. The compiler reports a missing operation. */
const deletingByBody: {
  readonly [Id in Deleting as Operations[Id]['body'] extends 'json' ? Id : never]: 'json';
} = { deleteOrganization: 'json' };

const isOther = (id: OperationId): id is keyof typeof otherBodies => id in otherBodies;

/**
 * Makes the request of an operation. Inputs that are not path parameters become the query of a GET and of most deletions, and the body of
 * other operations. Throws a TypeError if the value of a path parameter is missing or cannot be a part of a path.
 */
export async function requestOf(id: OperationId, input: Input): Promise<OperationRequest> {
  const [method, template] = tableOfContents[id];
  const names = new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, input[name]));
  const given = Object.entries(input).filter(([name, value]) => !names.has(name) && value !== undefined);
  if (method === 'GET' || (method === 'DELETE' && !(id in deletingByBody))) {
    const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    return { method, path: query.size > 0 ? `${path}?${query}` : path, body: undefined, contentType: null };
  }
  const kind = isOther(id) ? otherBodies[id] : 'json';
  if (kind === null) return { method, path, body: undefined, contentType: null };
  if (kind === 'file') return { method, path, ...(await fileOf(given)) };
  if (kind === 'multipart') return { method, path, ...(await encoded(await formOf(given))) };
  return { method, path, body: JSON.stringify(Object.fromEntries(given)), contentType: 'application/json' };
}

/** With an empty segment, `.` or `..`, the URL would be that of another operation. */
function pathSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is required.`);
  return encodeURIComponent(value);
}

/** Returns the one file of a request, and its media type. */
async function fileOf(
  fields: readonly (readonly [string, unknown])[],
): Promise<Pick<OperationRequest, 'body' | 'contentType'>> {
  const file = fields.map(([, value]) => value).find(isPayload);
  if (!file) throw new TypeError('The file is required.');
  const body = await blobOf(file);
  return { body, contentType: body.type };
}

/** Makes a form. Fields that are null are left out, because forms have no null. */
async function formOf(fields: readonly (readonly [string, unknown])[]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of fields)
    if (isPayload(value)) form.append(name, await blobOf(value));
    else if (value !== null) form.append(name, String(value));
  return form;
}

/** Encodes a form once. The number of bytes is then known, and a retry sends the same bytes. */
async function encoded(form: FormData): Promise<Pick<OperationRequest, 'body' | 'contentType'>> {
  const response = new Response(form);
  return { contentType: response.headers.get('content-type'), body: await response.blob() };
}
