import { errorCodes } from '../../../contract/errorCodes.ts';
import { documentId } from '../../../contract/identifiers.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { baseUrl } from '../../../presentation/links.ts';
import { redirect } from '../../layout.ts';
import type { PageRequest } from '../../page.ts';
import { type ApiAnswer, ask, askWithJson } from './api.ts';
import {
  documentManagement,
  listPage,
  plainDocumentPath,
  plainPath,
  refusalOfPlain,
  seenIn,
} from './pages.ts';
import { type Words, wordsForPlain } from './words.ts';

/** The document of an address below `plain/documents/`; undefined for other addresses. */
const documentIn = ({ path }: PageRequest): string | undefined =>
  documentId.safeParse(/^plain\/documents\/(\w+)$/.exec(path.path ?? '')?.[1]).data;

/** Returns a page of the console for browsers without script. */
export async function plainPage(request: PageRequest): Promise<HttpResponse> {
  const words = wordsForPlain();
  const id = documentIn(request);
  return id === undefined ? showList(request, words) : showDocument(request, words, id);
}

async function showList(request: PageRequest, words: Words): Promise<HttpResponse> {
  const { cursor } = request.query;
  const path = `/v1/documents${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}` as const;
  const answer = await ask(request, { path });
  if (answer.refusal) return refusalOfPlain(request, words, answer.refusal);
  const { items, pagination } = answer.data;
  const mayUpload = request.visitor?.permissions.includes('document#write') ?? false;
  return listPage(request, words, { items, next: pagination.next_cursor, mayUpload });
}

async function showDocument(request: PageRequest, words: Words, id: string): Promise<HttpResponse> {
  const [found, versions] = await Promise.all([
    ask(request, { path: `/v1/documents/${id}` }),
    ask(request, { path: `/v1/documents/${id}/versions` }),
  ]);
  if (found.refusal) return refusalOfPlain(request, words, found.refusal);
  return documentManagement(request, words, {
    document: found.data,
    tag: found.tag,
    versions: versions.refusal ? [] : versions.data.items,
  });
}

/** Carries out the form of a plain page, and leads back to it. */
export async function submitPlain(request: PageRequest): Promise<HttpResponse> {
  const words = wordsForPlain();
  const id = documentIn(request);
  const answer = request.multipart ? await sendFile(request, id) : await changeDocument(request, id ?? '');
  if (answer.refusal) return refusalOfPlain(request, words, answer.refusal);
  const isDeleted = request.form.get('act') === 'delete';
  const made: string | undefined = isDeleted ? undefined : (id ?? answer.data.id);
  return redirect(baseUrl() + (made === undefined ? plainPath : plainDocumentPath(made)));
}

/** Passes the form on as it is: its fields are those of the operation. */
function sendFile({ multipart, query, ...request }: PageRequest, id: string | undefined): Promise<ApiAnswer> {
  return ask(request, {
    method: 'POST',
    path: id === undefined ? '/v1/documents' : `/v1/documents/${id}/versions`,
    body: multipart?.body,
    headers: {
      'Content-Type': multipart?.type ?? '',
      ...(query.key !== undefined && { 'Idempotency-Key': query.key }),
    },
  });
}

/** The tag of a document also changes when its file was processed. Then the change is repeated, if the person saw the same texts. */
async function changeDocument(request: PageRequest, id: string): Promise<ApiAnswer> {
  const { form } = request;
  const first = await changeState(request, id, form.get('tag') ?? '');
  if (first.refusal?.status !== errorCodes.precondition_failed.status) return first;
  const found = await ask(request, { path: `/v1/documents/${id}` });
  const isSame = !found.refusal && seenIn(found.data) === form.get('seen');
  return isSame ? changeState(request, id, found.tag) : first;
}

async function changeState({ form, ...request }: PageRequest, id: string, tag: string): Promise<ApiAnswer> {
  const path = `/v1/documents/${id}` as const;
  const headers = { 'If-Match': tag };
  switch (form.get('act')) {
    case 'texts': {
      const [title, description] = [form.get('title'), form.get('description') || null];
      return askWithJson(request, { method: 'PATCH', path, headers }, { title, description });
    }
    case 'access': {
      const access_level = form.get('access_level');
      return askWithJson(request, { method: 'PUT', path: `${path}/access_level`, headers }, { access_level });
    }
    case 'delete':
      return ask(request, { method: 'DELETE', path, headers });
    default:
      return { refusal: { status: 400, message: 'This form is unknown.' } };
  }
}
