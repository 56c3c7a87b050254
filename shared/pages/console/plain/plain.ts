import { ApiError, type Client } from '../../../client/index.ts';
import { errorCodes } from '../../../contract/errorCodes.ts';
import { documentId } from '../../../contract/identifiers.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { baseUrl } from '../../../presentation/links.ts';
import { redirect } from '../../layout.ts';
import type { PageRequest } from '../../page.ts';
import { apiFor, itemsOf } from './api.ts';
import { change } from './changes.ts';
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

/** Answers a request with a page. If the API refuses a request, the page says why. */
async function withApi(
  request: PageRequest,
  answer: (api: Client, words: Words) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const words = await wordsForPlain();
  try {
    return await answer(apiFor(request), words);
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) return refusalOfPlain(request, words, error);
    throw error;
  }
}

/** Returns a page of the console for browsers without script. */
export const plainPage = (request: PageRequest): Promise<HttpResponse> =>
  withApi(request, (api, words) => {
    const id = documentIn(request);
    return id === undefined ? showList(request, api, words) : showDocument(request, api, words, id);
  });

async function showList(request: PageRequest, api: Client, words: Words): Promise<HttpResponse> {
  const { cursor, view } = request.query;
  const isBin = view === 'bin';
  const { items, pagination } = await api.listDocuments({
    ...(cursor && { cursor }),
    ...(isBin && { deleted: 'true' }),
  });
  const mayWrite = request.visitor?.permissions.includes('document#write') ?? false;
  return listPage(request, words, { items, next: pagination.next_cursor, isBin, mayWrite });
}

async function showDocument(
  request: PageRequest,
  api: Client,
  words: Words,
  document_id: Id,
): Promise<HttpResponse> {
  const [found, versions, attached, policies, shares] = await Promise.all([
    api.getDocument.withResponse({ document_id }),
    itemsOf(api.listDocumentVersions.all({ document_id, limit: 100 })),
    itemsOf(api.listDocumentPolicies.all({ document_id, limit: 100 })),
    itemsOf(api.listPolicies.all({ limit: 100 })),
    itemsOf(api.listDocumentShares.all({ document_id, limit: 100 })),
  ]);
  const tag = found.response.headers.get('etag') ?? '';
  return documentManagement(request, words, {
    document: found.data,
    tag,
    versions,
    attached,
    policies,
    shares,
  });
}

/** Makes the change that a form of a plain page asks for, and redirects to a plain page. */
export const submitPlain = (request: PageRequest): Promise<HttpResponse> =>
  withApi(request, async (api) => {
    const id = documentIn(request);
    const made = request.multipart ? await sendFile(request, api, id) : await submitForm(request, api, id);
    return redirect(baseUrl() + (made === undefined ? plainPath : plainDocumentPath(made)));
  });

/** Creates a document or a version. The form has the same fields as the operation. */
async function sendFile({ multipart, query }: PageRequest, api: Client, id: Id | undefined): Promise<Id> {
  const headers = { 'Content-Type': multipart?.type ?? '' };
  const form = await new Response(multipart?.body, { headers }).formData();
  const [title, description] = ['title', 'description'].map(
    (name) => String(form.get(name) ?? '') || undefined,
  );
  const file = form.get('payload');
  const payload = file instanceof Blob ? file : new Blob([]);
  const options = { idempotencyKey: query.key };
  if (id === undefined)
    return (await api.createDocument({ title: title ?? '', description, payload }, options)).id;
  const input = { document_id: id, title, description, payload };
  return (await api.createDocumentVersion(input, options)).document_id;
}

/**
 * Makes a change, and returns the document that the person sees next. The entity tag of a document also changes when its file was
 * processed. If the change fails only for this reason, and the person saw the current fields, the change is made with the new tag.
 */
async function submitForm({ form }: PageRequest, api: Client, id: Id | undefined): Promise<Id | undefined> {
  try {
    return await change(api, form, id, form.get('tag') ?? undefined);
  } catch (error) {
    const isConflict = error instanceof ApiError && error.status === errorCodes.precondition_failed.status;
    if (!isConflict || id === undefined) throw error;
    const { data, response } = await api.getDocument.withResponse({ document_id: id });
    if (seenIn(data) !== form.get('seen')) throw error;
    return change(api, form, id, response.headers.get('etag') ?? undefined);
  }
}
