import type { DocumentId, RoomItemId } from '../../contract/identifiers.ts';
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

interface Searched {
  readonly section: Html;
  /** The documents in it. */
  readonly listed: ReadonlySet<DocumentId>;
  /** The link to go on. Default: everything is searched */
  readonly more: Html | false | undefined;
}

/** One request looks at this many items, so that a large room does not make it slow. */
const itemsLookedAt = 1000;

/** Returns the folders and documents whose names have the words, as lists of documents find titles. */
export async function searched({ room, view, q, after }: Search): Promise<Searched> {
  const part = (from: RoomItemId | undefined) =>
    view.page({ parentId: null, isRecursive: true, after: from, limit: itemsLookedAt });
  // If the item of the link is gone, the search begins anew.
  const { items, hasMore } = (await part(after)) ?? (await part(undefined)) ?? { items: [], hasMore: false };
  const matches = titleMatcher(q);
  const found: readonly ShownItem[] = items.filter(({ name }) => matches(name));
  const at = (query: Readonly<Record<string, string>>) => linkTo(roomPath(room.id, query));
  const last = items.at(-1);
  const key = hasMore ? 'room.foundSoFar' : 'room.found';
  return {
    section: html`<section class="items" aria-labelledby="found">
<h2 id="found">${t(key, { count: found.length, words: q })}</h2>
${found.length > 0 && listOf(room.id, found, (folder) => at({ folder }))}
</section>`,
    listed: new Set(found.flatMap(({ document_id }) => document_id ?? [])),
    more: hasMore && last && html`<a class="quiet" href="${at({ q, after: last.id })}">${t('room.goOn')}</a>`,
  };
}
