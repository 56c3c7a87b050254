import { ApiError } from '../../access/errors.ts';
import type { DocumentId } from '../../contract/identifiers.ts';
import { documentPath, linkTo, roomPath } from '../../presentation/links.ts';
import type { RoomStanding } from '../../reading/rooms/standing.ts';
import type { Searcher } from '../../reading/search/door.ts';
import type { Hit } from '../../reading/search/hits.ts';
import { searchFor } from '../../reading/search/search.ts';
import { resultWindow } from '../../search/query.ts';
import { readSought } from '../../search/sought.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { ofItsOwn } from '../document/words.ts';

interface TextSearch {
  readonly standing: RoomStanding;
  readonly who: Searcher;
  readonly q: string;
  /** The number of hits before these, as in the query; undefined: none. */
  readonly from: string | undefined;
  /** The documents that the page shows because of their titles. */
  readonly listed: ReadonlySet<DocumentId>;
  /** Epoch milliseconds. */
  readonly now: number;
}

const hitsAtOnce = 20;
/** Hits in titles come first. The page shows most of them above, so this many searches look for hits in texts behind them. */
const searchesMax = 3;

/**
 * Returns the documents of a room whose texts have the words of a search; null if the search has only words to exclude. If the engine does not
 * answer, the page says so.
 */
export async function textHits({ standing, who, q, from, listed, now }: TextSearch): Promise<Html | null> {
  const sought = readSought(q);
  if (sought.wanted.length === 0) return null;
  const asked = Number(from);
  const hits: Hit[] = [];
  let next: number | undefined = Number.isInteger(asked) && asked > 0 && asked < resultWindow ? asked : 0;
  try {
    for (let left = searchesMax; left > 0 && next !== undefined && hits.length === 0; left--) {
      const search = { sought, room: standing, from: next, limit: hitsAtOnce };
      const found = await searchFor(who, search, now);
      hits.push(...found.items.filter(({ page, document }) => page !== null || !listed.has(document.id)));
      next = found.next;
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'search_unavailable') throw error;
    return html`<p class="note">${t('room.textsDown')}</p>`;
  }
  const { id } = standing.frame.room;
  return html`<section class="items" aria-labelledby="texts">
<h2 id="texts">${t('room.texts')}</h2>
${hits.length > 0 ? html`<ol role="list">${hits.map((hit) => row(hit, id, q))}</ol>` : next === undefined && html`<p>${t('room.noText')}</p>`}
</section>
${next !== undefined && html`<p class="paging"><a class="quiet" href="${linkTo(roomPath(id, { q, texts: String(next) }))}">${t('room.moreTexts')}</a></p>`}`;
}

/** The fragment opens the page in the viewer, which marks the words. Without script, the query opens it. */
function row({ document, page, snippet }: Hit, room: RoomStanding['frame']['room']['id'], q: string): Html {
  const path = documentPath(document.id, { room, ...(page !== null && { page: String(page) }) });
  const place = page === null ? '' : `#page=${page}&search=${encodeURIComponent(q)}`;
  return html`<li><a class="hit" href="${linkTo(path)}${place}"><bdi ${ofItsOwn(document.title)}>${document.title}</bdi>${
    page !== null && html` <span class="number">${t('page.number', { number: String(page) })}</span>`
  }
${
  snippet
    ? html`<span class="words" ${ofItsOwn(snippet.map(({ text }) => text).join(''))}>${snippet.map(({ text, hit }) => (hit ? html`<mark>${text}</mark>` : text))}</span>`
    : html`<span class="words quiet">${t(page === null ? 'room.inTitle' : 'room.noSnippet')}</span>`
}</a></li>\n`;
}
