import type { Document, DocumentPolicy, Operations, Version } from '../../../client/index.ts';
import {
  descriptionMaxCharacters,
  emailMaxCharacters,
  shareMessageMaxCharacters,
  titleMaxCharacters,
} from '../../../contract/limits.ts';
import { shownInLine } from '../../../contract/shownText.ts';
import { filesOrigin } from '../../../files/origin.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { linkTo } from '../../../presentation/links.ts';
import { type Html, html } from '../../../text/html.ts';
import { styleOf } from '../../document/look.ts';
import { dateAndTime } from '../../document/words.ts';
import { htmlResponse, sessionOf } from '../../layout.ts';
import { messagePage } from '../../messagePage.ts';
import type { PageRequest } from '../../page.ts';
import type { Words } from './words.ts';

type Organization = Operations['getOrganization']['output'];
type Policy = Operations['getPolicy']['output'];
type Share = Operations['getDocumentShare']['output'];
type VersionDetails = Operations['listDocumentVersionDetails']['output']['items'][number];

/** The addresses of the console without script. */
export const plainPath = '/app/plain';
export const plainDocumentPath = (id: string): string => `${plainPath}/documents/${id}`;

interface Shown {
  readonly request: Pick<PageRequest, 'visitor' | 'address'>;
  /** The organization in which the person acts; null if there is none. Its look is shown. */
  readonly organization: Organization | null;
  readonly words: Words;
  readonly title: string;
  readonly content: readonly (Html | null)[];
}

/** The logo has the size that the console gives it. Its name follows, so it has no text of its own. */
const nameOfOrganization = ({ name, has_logo }: Organization): Html =>
  html`<p class="organization">${has_logo && html`<img class="logo" src="${linkTo('/logo')}" height="32" alt="">`}<span><bdi>${name}</bdi></span></p>`;

function plain({ request, organization, title, content }: Shown): HttpResponse {
  return htmlResponse({
    title,
    address: request.address,
    isIndexed: false,
    session: request.visitor ? sessionOf(request.visitor) : undefined,
    style: organization
      ? styleOf(organization.accent_color ?? undefined, organization.has_logo === true)
      : undefined,
    images: organization?.has_logo ? filesOrigin() : undefined,
    main: html`<div class="message">
${organization && nameOfOrganization(organization)}
<h1>${title}</h1>
${content}
</div>`,
  });
}

/** A choice without `public`, which has a form of its own that asks first. */
const accessField = (
  words: Words,
  chosen: Document['access_level'],
): Html => html`<p><label>${words.text('access.title')}
<select name="access_level">${(['private', 'organization'] as const).map(
  (level) =>
    html`<option value="${level}"${level === chosen && html` selected`}>${words.text(`access.level.${level}`)}</option>`,
)}</select></label></p>`;

/** A form that sends a file. A repeated request has the same `key`, so it gets the answer of the first one. */
const fileForm = (
  action: string,
  fields: Html,
  button: string,
): Html => html`<form class="share" method="post" enctype="multipart/form-data" action="${linkTo(action)}?key=${crypto.randomUUID()}">
<p><label for="file">PDF</label><input id="file" type="file" name="payload" accept="application/pdf" required></p>
${fields}
<p><button class="button primary">${button}</button></p>
</form>`;

/** A form without a file. A repeated request has the same `key`, so it gets the answer of the first one. */
const changeForm = (
  action: string,
  act: string,
  fields: Html,
  button: Html | string,
): Html => html`<form class="share" method="post" action="${linkTo(action)}">
<input type="hidden" name="act" value="${act}"><input type="hidden" name="key" value="${crypto.randomUUID()}">
${fields}
<p><button class="button">${button}</button></p>
</form>`;

/** A form with only a button, for one item of a list. */
const buttonFor = (action: string, act: string, id: string, button: string, name: string): Html =>
  changeForm(
    action,
    act,
    html`<input type="hidden" name="id" value="${id}">`,
    html`${button}<span class="hidden"> ${name}</span>`,
  );

interface ListContent extends Pick<Shown, 'organization'> {
  readonly items: readonly Document[];
  readonly next: string;
  /** Whether the list has the deleted documents that the person can restore. */
  readonly isBin: boolean;
  readonly mayWrite: boolean;
}

/** Returns the list of documents with a form to upload one, or the list of deleted documents. */
export function listPage(
  request: Shown['request'],
  words: Words,
  { organization, items, next, isBin, mayWrite }: ListContent,
): HttpResponse {
  const here = linkTo(plainPath);
  const more = new URLSearchParams({ ...(isBin && { view: 'bin' }), cursor: next });
  return plain({
    request,
    organization,
    words,
    title: words.text(isBin ? 'nav.bin' : 'nav.library'),
    content: [
      isBin
        ? html`<p><a href="${here}">${words.text('nothing.back')}</a></p>`
        : html`<p><a href="${here}?view=bin">${words.text('nav.bin')}</a></p>`,
      items.length === 0
        ? html`<p>${words.text(isBin ? 'library.none.bin' : 'library.none.library')}</p>`
        : null,
      html`<ul class="accepted" role="list">${items.map((document) =>
        isBin ? deletedItem(words, document) : listedItem(words, document),
      )}</ul>`,
      next === ''
        ? null
        : html`<p><a class="button" href="${here}?${String(more)}">${words.text('paging.next')}</a></p>`,
      mayWrite && !isBin
        ? fileForm(
            plainPath,
            html`<p><label for="title">${words.text('document.titleLabel')}</label><input id="title" name="title" required maxlength="${titleMaxCharacters}"></p>
<p><label for="description">${words.text('document.description')}</label><input id="description" name="description" maxlength="${descriptionMaxCharacters}"></p>`,
            words.text('library.upload'),
          )
        : null,
    ],
  });
}

const listedItem = (words: Words, { id, title, access_level, processing_status }: Document): Html =>
  html`<li><a href="${linkTo(plainDocumentPath(id))}"><bdi>${title}</bdi></a> <span class="when">${words.text(`access.level.${access_level}`)} · ${words.text(`status.${processing_status}`)}</span></li>`;

const deletedItem = (words: Words, { id, title }: Document): Html =>
  html`<li><bdi>${title}</bdi>${buttonFor(plainPath, 'restore', id, words.text('batch.restore'), title)}</li>`;

/** Returns the fields of a document that a person saw and may change, as one text. */
export const seenIn = ({ title, description, access_level }: Document): string =>
  JSON.stringify([title, description, access_level]);

interface DocumentContent extends Pick<Shown, 'organization'> {
  readonly document: Document;
  readonly tag: string;
  /** Each of these lists is null if the person may not read it. */
  readonly versions: readonly Version[] | null;
  /** Of the newest versions. */
  readonly details: readonly VersionDetails[];
  readonly attached: readonly DocumentPolicy[] | null;
  readonly policies: readonly Policy[] | null;
  readonly shares: readonly Share[] | null;
}

/** Returns the page on which a document is managed. Its forms have the entity tag of the document that the person saw. */
export function documentManagement(
  request: Shown['request'],
  words: Words,
  { organization, document, tag, versions, details, attached, policies, shares }: DocumentContent,
): HttpResponse {
  const path = plainDocumentPath(document.id);
  const state = html`<input type="hidden" name="tag" value="${tag}"><input type="hidden" name="seen" value="${seenIn(document)}">`;
  return plain({
    request,
    organization,
    words,
    title: shownInLine(document.title),
    content: [
      html`<p><a href="${linkTo(plainPath)}">${words.text('nothing.back')}</a></p>`,
      html`<p class="actions"><a class="button" href="${document.service_url}">${words.text('library.open')}</a>
<a class="button" href="${document.service_url}?as=reader">${words.text('document.asReader')}</a></p>`,
      changeForm(
        path,
        'texts',
        html`${state}<p><label for="title">${words.text('document.titleLabel')}</label><input id="title" name="title" required maxlength="${titleMaxCharacters}" value="${document.title}"></p>
<p><label for="description">${words.text('document.description')}</label><textarea id="description" name="description" rows="4" maxlength="${descriptionMaxCharacters}">${document.description ?? ''}</textarea></p>`,
        words.text('edit.save'),
      ),
      changeForm(
        path,
        'access',
        html`${state}${accessField(words, document.access_level)}`,
        words.text('common.change'),
      ),
      document.access_level === 'public'
        ? null
        : changeForm(
            path,
            'access',
            html`${state}<input type="hidden" name="access_level" value="public">
<p><label><input type="checkbox" required> ${words.text('access.meaning.public')} ${words.text('access.publicKeeps')}</label></p>`,
            words.text('access.publicAct'),
          ),
      html`<h2>${words.text('versions.title')}</h2>
<ul class="accepted" role="list">${(versions ?? []).map(
        (version) =>
          html`<li><a href="${version.service_url}">${nameOf(version, details, words)}</a> <span class="when">${words.text(`status.${version.processing_status}`)}</span></li>`,
      )}</ul>`,
      fileForm(
        path,
        html`<p><label for="version">${words.text('document.titleLabel')}</label><input id="version" name="title" maxlength="${titleMaxCharacters}"></p>`,
        words.text('versions.add'),
      ),
      attached && policies && policiesOf(path, words, attached, policies),
      shares && sharesOf(path, words, shares),
      changeForm(
        path,
        'delete',
        html`${state}<p><label><input type="checkbox" required> ${words.text('plain.deleteMeaning')}</label></p>`,
        words.text('library.delete'),
      ),
    ],
  });
}

function policiesOf(
  path: string,
  words: Words,
  attached: readonly DocumentPolicy[],
  policies: readonly Policy[],
): Html {
  const others = policies.filter(({ id }) => !attached.some(({ policy }) => policy.id === id));
  const options = others.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
  return html`<h2>${words.text('attached.title')}</h2>
${attached.length === 0 && html`<p>${words.text('attached.none')}</p>`}
<ul class="accepted" role="list">${attached.map(
    ({ policy: { id, name } }) =>
      html`<li><bdi>${name}</bdi>${buttonFor(path, 'detach', id, words.text('attached.detach'), name)}</li>`,
  )}</ul>
${
  options.length > 0 &&
  changeForm(
    path,
    'attach',
    html`<p><label>${words.text('attached.choose')} <select name="id">${options}</select></label></p>`,
    words.text('attached.attach'),
  )
}`;
}

const sharesOf = (
  path: string,
  words: Words,
  shares: readonly Share[],
): Html => html`<h2>${words.text('shares.title')}</h2>
${shares.length === 0 && html`<p>${words.text('shares.none')}</p>`}
<ul class="accepted" role="list">${shares.map(
  ({ id, email }) =>
    html`<li><bdi>${email}</bdi>${buttonFor(path, 'withdraw', id, words.text('shares.withdraw'), email)}</li>`,
)}</ul>
${changeForm(
  path,
  'share',
  html`<p><label for="email">${words.text('plain.shareEmail')}</label><input id="email" type="email" name="email" required maxlength="${emailMaxCharacters}"></p>
<p><label for="message">${words.text('shares.message')}</label><textarea id="message" name="message" rows="3" maxlength="${shareMessageMaxCharacters}"></textarea></p>`,
  words.text('shares.share'),
)}`;

/** Returns the page that says why the API refused a request. With the browser's back button, the person finds the form still filled in. */
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

/** Names a version by its number, its title and its file. Versions without details are named by their time. */
function nameOf({ id, title, created_at }: Version, details: readonly VersionDetails[], words: Words): Html {
  const known = details.find(({ version_id }) => version_id === id);
  const number = known && words.text('versions.number').replace('{number}', String(known.number));
  return html`${number ?? dateAndTime(created_at)} <bdi>${title || (known?.file_name ?? '')}</bdi>`;
}
