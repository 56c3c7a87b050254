import { type EventBus, PDFFindController } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { placesOf } from '../../search/places.ts';
import { readSought, type SoughtPart } from '../../search/sought.ts';
import type { Bar } from '../bar.ts';

interface Counted {
  readonly matchesCount: { readonly current: number; readonly total: number };
}

/** The state of a search that found nothing (`FindState.NOT_FOUND` of the library). */
const notFound = 1;

/** The library's search. It also finds the words of a search of the service, as the service finds them. */
export class Finder extends PDFFindController {
  /** What is found in place of the query; empty: the query. */
  sought: readonly SoughtPart[] = [];

  override match(...[query, content, index]: Parameters<PDFFindController['match']>) {
    if (this.sought.length === 0) return super.match(query, content, index);
    return placesOf(this.sought, content).map(({ from, to }) => ({ index: from, length: to - from }));
  }
}

/**
 * Lets the reader find words, by the bar and by the keys of browsers.
 *
 * @param search the text of a search by which the reader came; empty: none. Its words are marked until the reader changes it
 */
export function offerFind(eventBus: EventBus, finder: Finder, { control, words }: Bar, search: string): void {
  const button = control('find');
  const panel = control<HTMLFormElement>('find-panel');
  const field = control<HTMLInputElement>('words');
  const hits = control<HTMLElement>('hits');
  if (!button || !panel || !field || !hits) return;
  button.hidden = false;

  const find = (isAgain: boolean, isBack: boolean) => {
    finder.sought = field.value === search ? readSought(search).wanted : [];
    eventBus.dispatch('find', {
      source: panel,
      type: isAgain ? 'again' : '',
      query: field.value,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: isBack,
      matchDiacritics: false,
    });
  };
  const unfold = (isShown: boolean) => {
    panel.hidden = !isShown;
    button.ariaExpanded = String(isShown);
  };
  const show = (isShown: boolean) => {
    unfold(isShown);
    if (isShown) {
      field.focus();
      field.select();
      return;
    }
    eventBus.dispatch('findbarclose', { source: panel });
    button.focus();
  };
  const tell = ({ matchesCount: { current, total } }: Counted) => {
    hits.textContent = field.value === '' || total === 0 ? '' : words('hits', { current, total });
  };
  eventBus.on('updatefindmatchescount', tell);
  eventBus.on('updatefindcontrolstate', ({ state, ...counted }: Counted & { readonly state: number }) => {
    if (state === notFound && field.value !== '') hits.textContent = words('noHits', {});
    else tell(counted);
  });

  button.addEventListener('click', () => show(panel.hidden !== false));
  field.addEventListener('input', () => find(false, false));
  panel.addEventListener('submit', (event) => {
    event.preventDefault();
    find(true, false);
  });
  control('previous')?.addEventListener('click', () => find(true, true));
  control('close')?.addEventListener('click', () => show(false));
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false);
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    find(true, true);
  });
  addEventListener('keydown', (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && key === 'f' && !event.altKey && !event.shiftKey) show(true);
    else if ((isCommand && key === 'g') || key === 'f3')
      if (panel.hidden) show(true);
      else find(true, event.shiftKey);
    else return;
    event.preventDefault();
  });

  if (search === '') return;
  // The focus stays where it is: in the field it would open the keyboard of a phone.
  field.value = search;
  unfold(true);
  find(false, false);
}
