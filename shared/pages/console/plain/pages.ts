import type { Document } from '../../../contract/resources/document.ts';
import type { Version } from '../../../contract/resources/version.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { linkTo } from '../../../presentation/links.ts';
import { type Html, html } from '../../html.ts';
import { htmlResponse, sessionOf } from '../../layout.ts';
import { messagePage } from '../../messagePage.ts';
import type { PageRequest } from '../../page.ts';
import type { Words } from './words.ts';

/** The addresses of the console without script. */
export const plainPath = '/app/plain';
export const plainDocumentPath = (id: string): string => `${plainPath}/documents/${id}`;

const accessWords = {
  private: 'access.level.private',
  organization: 'access.level.organization',
  public: 'access.level.public',
} as const;
const statusWords = {
  processing: 'status.processing',
  ready: 'status.ready',
  failed: 'status.failed',
} as const;

interface Shown {
  readonly request: Pick<PageRequest, 'visitor' | 'address'>;
  readonly words: Words;
  readonly title: string;
  readonly content: readonly (Html | null)[];
}

function plain({ request, title, content }: Shown): HttpResponse {
  return htmlResponse({
    title,
    address: request.address,
    isIndexed: false,
    session: request.visitor ? sessionOf(request.visitor) : undefined,
    main: html`<div class="message">
<h1>${title}</h1>
${content}
</div>`,
  });
}

const accessField = (
  words: Words,
  chosen?: Document['access_level'],
): Html => html`<p><label>${words.text('access.title')}
<select name="access_level">${(Object.keys(accessWords) as Document['access_level'][]).map(
  (level) =>
    html`<option value="${level}"${level === chosen && html` selected`}>${words.text(accessWords[level])}</option>`,
)}</select></p>`;

/** A form that sends a file. `key` makes a repeated request answer as the first one did. */
const fileForm = (
  action: string,
  fields: Html,
  button: string,
): Html => html`<form class="share" method="post" enctype="multipart/form-data" action="${linkTo(action)}?key=${crypto.randomUUID()}">
<p><label for="file">PDF</label><input id="file" type="file" name="payload" accept="application/pdf" required></p>
${fields}
<p><button class="button primary">${button}</button></p>
</form>`;

interface ListContent {
  readonly items: readonly Document[];
  readonly next: string;
  readonly mayUpload: boolean;
}

/** Returns the list of documents, with a form to upload one. */
export const listPage = (
  request: Shown['request'],
  words: Words,
  { items, next, mayUpload }: ListContent,
): HttpResponse =>
  plain({
    request,
    words,
    title: words.text('nav.library'),
    content: [
      items.length === 0 ? html`<p>${words.text('library.none.library')}</p>` : null,
      html`<ul class="accepted" role="list">${items.map(
        ({ id, title, access_level, processing_status }) =>
          html`<li><a href="${linkTo(plainDocumentPath(id))}"><bdi>${title}</bdi></a> <span class="when">${words.text(accessWords[access_level])} · ${words.text(statusWords[processing_status])}</span></li>`,
      )}</ul>`,
      next === ''
        ? null
        : html`<p><a class="button" href="${linkTo(plainPath)}?cursor=${encodeURIComponent(next)}">${words.text('paging.next')}</a></p>`,
      mayUpload
        ? fileForm(
            plainPath,
            html`<p><label for="title">${words.text('document.titleLabel')}</label><input id="title" name="title" required maxlength="255"></p>
<p><label for="description">${words.text('document.description')}</label><input id="description" name="description" maxlength="2000"></p>`,
            words.text('library.upload'),
          )
        : null,
    ],
  });

/** Returns what a person sees of a document and may change. */
export const seenIn = ({ title, description, access_level }: Document): string =>
  JSON.stringify([title, description, access_level]);

interface DocumentContent {
  readonly document: Document;
  readonly tag: string;
  readonly versions: readonly Version[];
}

/** Returns the page on which a document is managed. Its forms carry the tag of the state that the person saw. */
export function documentManagement(
  request: Shown['request'],
  words: Words,
  { document, tag, versions }: DocumentContent,
): HttpResponse {
  const path = plainDocumentPath(document.id);
  const form = (
    act: string,
    fields: Html,
    button: string,
  ): Html => html`<form class="share" method="post" action="${linkTo(path)}">
<input type="hidden" name="act" value="${act}"><input type="hidden" name="tag" value="${tag}"><input type="hidden" name="seen" value="${seenIn(document)}">
${fields}
<p><button class="button">${button}</button></p>
</form>`;
  return plain({
    request,
    words,
    title: document.title,
    content: [
      html`<p><a href="${linkTo(plainPath)}">${words.text('nothing.back')}</a></p>`,
      html`<p class="actions"><a class="button" href="${document.service_url}">${words.text('library.open')}</a>
<a class="button" href="${document.service_url}?as=reader">${words.text('document.asReader')}</a></p>`,
      form(
        'texts',
        html`<p><label for="title">${words.text('document.titleLabel')}</label><input id="title" name="title" required maxlength="255" value="${document.title}"></p>
<p><label for="description">${words.text('document.description')}</label><textarea id="description" name="description" rows="4" maxlength="2000">${document.description ?? ''}</textarea></p>`,
        words.text('edit.save'),
      ),
      form('access', accessField(words, document.access_level), words.text('common.change')),
      html`<h2>${words.text('versions.title')}</h2>
<ul class="accepted" role="list">${versions.map(
        ({ service_url, title, processing_status }) =>
          html`<li><a href="${service_url}"><bdi>${title || words.text('versions.untitled')}</bdi></a> <span class="when">${words.text(statusWords[processing_status])}</span></li>`,
      )}</ul>`,
      fileForm(
        path,
        html`<p><label for="version">${words.text('document.titleLabel')}</label><input id="version" name="title" maxlength="255"></p>`,
        words.text('versions.add'),
      ),
      form(
        'delete',
        html`<p><label><input type="checkbox" required> ${words.text('plain.deleteMeaning')}</label></p>`,
        words.text('library.delete'),
      ),
    ],
  });
}

/** Returns the page that says why the API refused a request. The browser's way back has the form as it was filled in. */
export const refusalOfPlain = (
  request: Shown['request'],
  words: Words,
  { status, message }: { readonly status: number; readonly message: string },
): HttpResponse =>
  messagePage({
    status,
    title: words.text('plain.refused'),
    address: request.address,
    session: request.visitor ? sessionOf(request.visitor) : undefined,
    content: [
      html`<p>${message}</p>`,
      html`<p><a class="button" href="${linkTo(request.address)}">${words.text('plain.back')}</a></p>`,
    ],
  });
