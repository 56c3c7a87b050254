import { notFound, ApiError as Refusal } from '../../../access/errors.ts';
import { ApiError, type Client, type Document } from '../../../client/index.ts';
import { errorCodes } from '../../../contract/errorCodes.ts';
import { documentId } from '../../../contract/identifiers.ts';
import { createDocument } from '../../../contract/operations/documents.ts';
import { createDocumentVersion } from '../../../contract/operations/versions.ts';
import { readForm } from '../../../http/multipart.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { baseUrl } from '../../../presentation/links.ts';
import { redirect } from '../../layout.ts';
import type { PageRequest } from '../../page.ts';
import { apiFor, itemsOf } from './api.ts';
import { changeDocument, changeList } from './changes.ts';
import { idempotencyKeyOf, tagOf } from './forms.ts';
import {
  documentManagement,
  listPage,
  plainDocumentPath,
  plainPath,
  refusalOfPlain,
  seenIn,
} from './pages.ts';
import { type Words, wordsForPlain } from './words.ts';

type Id = `doc_${string}`;

/** Returns the id of the document in an address below `plain/documents/`; undefined for other addresses. */
const documentIn = ({ path }: PageRequest): Id | undefined =>
  documentId.safeParse(/^plain\/documents\/(\w+)$/.exec(path.path ?? '')?.[1]).data;

/** Answers a request with a page. If the API refuses a request, or a form cannot be read, the page says why. */
async function withApi(
  request: PageRequest,
  answer: (api: Client, words: Words) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const words = await wordsForPlain();
  try {
    return await answer(apiFor(request), words);
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) return refusalOfPlain(request, words, error);
    if (error instanceof Refusal) {
      const { status } = errorCodes[error.code];
      return refusalOfPlain(request, words, { status, message: error.message });
    }
    throw error;
  }
}

/** Returns a page of the console for browsers without script. */
export const plainPage = (request: PageRequest): Promise<HttpResponse> =>
  withApi(request, (api, words) => {
    const id = documentIn(request);
    return id === undefined ? showList(request, api, words) : showDocument(request, api, words, id);
  });

/** Returns the organization in which the person acts. If the API does not answer, the page has the look of the service. */
const organizationOf = async ({ visitor }: PageRequest, api: Client) =>
  visitor?.organization_id && visitor.role !== null ? api.getOrganization().catch(() => null) : null;

async function showList(request: PageRequest, api: Client, words: Words): Promise<HttpResponse> {
  const { cursor, view } = request.query;
  const isBin = view === 'bin';
  const [organization, { items, pagination }] = await Promise.all([
    organizationOf(request, api),
    api.listDocuments({ ...(cursor && { cursor }), ...(isBin && { deleted: 'true' }) }),
  ]);
  const mayWrite = request.visitor?.permissions.includes('document#write') ?? false;
  return listPage(request, words, { organization, items, next: pagination.next_cursor, isBin, mayWrite });
}

async function showDocument(
  request: PageRequest,
  api: Client,
  words: Words,
  document_id: Id,
): Promise<HttpResponse> {
  const [organization, found, versions, details, attached, policies, shares] = await Promise.all([
    organizationOf(request, api),
    api.getDocument.withResponse({ document_id }),
    itemsOf(api.listDocumentVersions.all({ document_id, limit: 100 })),
    api.listDocumentVersionDetails({ document_id }).then(
      ({ items }) => items,
      () => [],
    ),
    itemsOf(api.listDocumentPolicies.all({ document_id, limit: 100 })),
    itemsOf(api.listPolicies.all({ limit: 100 })),
    itemsOf(api.listDocumentShares.all({ document_id, limit: 100 })),
  ]);
  const tag = found.response.headers.get('etag') ?? '';
  return documentManagement(request, words, {
    organization,
    document: found.data,
    tag,
    versions,
    details,
    attached,
    policies,
    shares,
  });
}

/** Makes the change that a form of a plain page asks for, and redirects to a plain page. */
export const submitPlain = (request: PageRequest): Promise<HttpResponse> =>
  withApi(request, async (api) => {
    const id = documentIn(request);
    if (id === undefined && request.path.path !== 'plain') throw notFound('document', 'document_id');
    const { multipart } = request;
    const made = multipart ? await sendFile(multipart, request, api, id) : await submitForm(request, api, id);
    return redirect(baseUrl() + (made === undefined ? plainPath : plainDocumentPath(made)));
  });

/** Creates a document or a version. The form has the same fields as the operation. Fields without a value count as absent. */
async function sendFile(
  { type, bytes }: NonNullable<PageRequest['multipart']>,
  { query }: PageRequest,
  api: Client,
  id: Id | undefined,
): Promise<Id> {
  const { body } = id === undefined ? createDocument : createDocumentVersion;
  const { fields, file, fileName } = await readForm(type, bytes(), body);
  const { title = '', description, access_level, upload_id = '' } = fields;
  const given = {
    description: description || undefined,
    ...(file ? { payload: new File([new Uint8Array(file)], fileName ?? '') } : { upload_id }),
  };
  const options = { idempotencyKey: idempotencyKeyOf(query.key) };
  if (id === undefined) {
    // Uploads of the console are private until the person chooses otherwise.
    const level = (access_level || 'private') as Document['access_level'];
    return (await api.createDocument({ title, access_level: level, ...given }, options)).id;
  }
  const input = { document_id: id, title: title || undefined, ...given };
  return (await api.createDocumentVersion(input, options)).document_id;
}

/**
 * Makes a change, and returns the document that the person sees next. The entity tag of a document also changes when its file was
 * processed. If the change fails only for this reason, and the person saw the current fields, the change is made with the new tag.
 */
async function submitForm({ form }: PageRequest, api: Client, id: Id | undefined): Promise<Id | undefined> {
  if (id === undefined) return changeList(api, form);
  try {
    return await changeDocument(api, form, id, tagOf(form.get('tag')));
  } catch (error) {
    const isConflict = error instanceof ApiError && error.status === errorCodes.precondition_failed.status;
    if (!isConflict) throw error;
    const { data, response } = await api.getDocument.withResponse({ document_id: id });
    if (seenIn(data) !== form.get('seen')) throw error;
    return changeDocument(api, form, id, response.headers.get('etag') ?? undefined);
  }
}
