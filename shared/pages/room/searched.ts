import type { RoomItemId } from '../../contract/identifiers.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { linkTo, roomPath } from '../../presentation/links.ts';
import type { ShownItem } from '../../reading/rooms/seen.ts';
import type { RoomView } from '../../reading/rooms/view.ts';
import { type Html, html } from '../../text/html.ts';
import { titleMatcher } from '../../text/titleSearch.ts';
import { t } from '../../words/words.ts';
import { listOf } from './tree.ts';

interface Search {
  readonly room: RoomRecord;
  readonly view: RoomView;
  /** The words, not empty. */
  readonly q: string;
  /** The item after which the search goes on. */
  readonly after: RoomItemId | undefined;
}

/** One request looks at this many items, so that a large room does not make it slow. */
const itemsLookedAt = 1000;

/** Returns the folders and documents whose names have the words, as lists of documents find titles. */
export async function searched({ room, view, q, after }: Search): Promise<Html> {
  const part = (from: RoomItemId | undefined) =>
    view.page({ parentId: null, isRecursive: true, after: from, limit: itemsLookedAt });
  // If the item of the link is gone, the search begins anew.
  const { items, hasMore } = (await part(after)) ?? (await part(undefined)) ?? { items: [], hasMore: false };
  const matches = titleMatcher(q);
  const found: readonly ShownItem[] = items.filter(({ name }) => matches(name));
  const at = (query: Readonly<Record<string, string>>) => linkTo(roomPath(room.id, query));
  const last = items.at(-1);
  const key = hasMore ? 'room.foundSoFar' : 'room.found';
  return html`<section class="items" aria-labelledby="found">
<h2 id="found">${t(key, { count: found.length, words: q })}</h2>
${found.length > 0 && listOf(room.id, found, (folder) => at({ folder }))}
</section>
<p class="paging">${hasMore && last && html`<a class="quiet" href="${at({ q, after: last.id })}">${t('room.goOn')}</a>`}
<a class="quiet" href="${at({})}">${t('room.all')}</a></p>`;
}
