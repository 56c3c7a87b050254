import * as z from 'zod/mini';
import { type RoomItemId, roomItemId } from '../../contract/identifiers.ts';
import { soughtWordsMaxCharacters } from '../../contract/limits.ts';
import { pages } from '../../contract/pages.ts';
import { soughtWords } from '../../contract/text.ts';
import type { OrganizationItem } from '../../data/organizations/organizations.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo, roomPath } from '../../presentation/links.ts';
import { ownLook } from '../../reading/rooms/preview.ts';
import type { RoomStanding } from '../../reading/rooms/standing.ts';
import { RoomView } from '../../reading/rooms/view.ts';
import { isSearchOn } from '../../search/collections.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { whoAsks } from '../askingOf.ts';
import { heading } from '../document/heading.ts';
import { logoImage, lookOf } from '../document/look.ts';
import { ofItsOwn } from '../document/words.ts';
import { htmlResponse, sessionOf } from '../layout.ts';
import type { PageRequest } from '../page.ts';
import { searched } from './searched.ts';
import { roomStyle } from './style.ts';
import { textHits } from './textHits.ts';
import { listOf, treeWith } from './tree.ts';

interface Shown {
  readonly standing: RoomStanding;
  readonly organization: OrganizationItem;
  readonly request: PageRequest;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * A room with at most this many items comes whole, with its folders open. A larger one comes a folder at a time, in pages of this many
 * items.
 */
const itemsAtOnce = 200;

/**
 * Returns the page of a room. `?folder=` opens a folder, `?after=` goes on after an item, `?q=` searches titles and texts, and `?texts=` goes
 * on after so many hits in texts.
 */
export async function showRoom({ standing, organization, request, now }: Shown): Promise<HttpResponse> {
  const { room } = standing.frame;
  const { visitor, query } = request;
  const view = await RoomView.of(ownLook(standing, now));
  const asked = roomItemId.safeParse(query.folder).data ?? null;
  const folderId =
    asked !== null && view.seesFolder(asked) && standing.tree.folders.has(asked) ? asked : null;
  const after = roomItemId.safeParse(query.after).data;
  // A text without a word finds nothing, so the page shows the room.
  const q = z.safeParse(soughtWords(soughtWordsMaxCharacters), query.q?.trim()).data ?? '';
  const look = lookOf(organization);
  const path = roomPath(room.id);
  return htmlResponse({
    title: room.name,
    address: path,
    isIndexed: false,
    session: visitor ? sessionOf(visitor) : { signInFrom: path },
    images: look.images,
    style: roomStyle + (look.style ?? ''),
    main: html`<article class="room">
${heading({ organization_name: organization.name, logo: logoImage(room.id, organization), title: room.name, description: room.description })}
${standing.kind === 'manager' && html`<p class="paging"><a class="quiet" href="${linkTo(`${pages.console.path}/rooms/${room.id}`)}">${t('room.manage')}</a></p>`}
${searchForm(path, q)}
${q === '' ? await folderOf(standing, view, folderId, after) : await found({ standing, request, now }, view, q, after)}
</article>`,
  });
}

/** Returns what a search has found: in titles, and in texts if the stage has such a search. Later parts have one of the two. */
async function found(
  { standing, request, now }: Omit<Shown, 'organization'>,
  view: RoomView,
  q: string,
  after: RoomItemId | undefined,
): Promise<Html> {
  const { room } = standing.frame;
  const { texts } = request.query;
  const who = whoAsks(request);
  const titles = texts === undefined ? await searched({ room, view, q, after }) : undefined;
  const isSearched = isSearchOn() && who.kind === 'caller' && after === undefined && !request.isHead;
  return html`${titles?.section}
${isSearched && (await textHits({ standing, who, q, from: texts, listed: titles?.listed ?? new Set(), now }))}
<p class="paging">${titles?.more}
<a class="quiet" href="${linkTo(roomPath(room.id))}">${t('room.all')}</a></p>`;
}

const searchForm = (path: string, q: string): Html => html`<search>
<form class="find" method="get" action="${linkTo(path)}">
<label for="q">${t(isSearchOn() ? 'room.searchAll' : 'room.search')}</label>
<span><input id="q" name="q" type="search" maxlength="${soughtWordsMaxCharacters}" value="${q}">
<button class="button">${t('room.searchButton')}</button></span>
</form>
</search>`;

/** Returns the items in a folder (null: in the room): everything below it if that is not too much, and else its children. */
async function folderOf(
  { frame: { room }, tree }: RoomStanding,
  view: RoomView,
  folderId: RoomItemId | null,
  after: RoomItemId | undefined,
): Promise<Html> {
  const at = (query: Readonly<Record<string, string | undefined>>) => linkTo(roomPath(room.id, query));
  const folder = folderId ?? undefined;
  const part = (isRecursive: boolean, from: RoomItemId | null = after ?? null) =>
    view.page({ parentId: folderId, isRecursive, after: from ?? undefined, limit: itemsAtOnce });
  const whole = after === undefined ? await part(true) : undefined;
  const isWhole = whole !== undefined && !whole.hasMore;
  const found = isWhole ? whole : await part(false);
  // If the item of the link is gone, the list begins anew.
  const { items, hasMore } = found ?? (await part(false, null)) ?? { items: [], hasMore: false };
  const last = items.at(-1);
  return html`${
    folderId !== null &&
    html`<nav class="path" aria-label="${t('room.path')}"><ol role="list">
<li><a href="${at({})}">${t('room.all')}</a></li>
${tree.pathTo(folderId).map(({ id, name }) => html`<li><a href="${at({ folder: id })}"${id === folderId && html` aria-current="page"`}><bdi ${ofItsOwn(name)}>${name}</bdi></a></li>`)}
</ol></nav>`
  }
<section class="items" aria-label="${t('room.items')}">
${
  items.length === 0
    ? html`<p>${t(folderId === null ? 'room.empty' : 'room.emptyFolder')}</p>`
    : isWhole
      ? treeWith(room.id, items, folderId)
      : listOf(room.id, items, (id) => at({ folder: id }))
}
</section>
${hasMore && last && html`<p class="paging"><a class="quiet" href="${at({ folder, after: last.id })}">${t('room.more')}</a></p>`}`;
}
