import type { EventBus } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import type { Bar } from '../bar.ts';

interface Counted {
  readonly matchesCount: { readonly current: number; readonly total: number };
}

/** The state of a search that found nothing (`FindState.NOT_FOUND` of the library). */
const notFound = 1;

/** Lets the reader find words, by the bar and by the keys of browsers. */
export function offerFind(eventBus: EventBus, { control, words }: Bar): void {
  const button = control('find');
  const panel = control<HTMLFormElement>('find-panel');
  const field = control<HTMLInputElement>('words');
  const hits = control<HTMLElement>('hits');
  if (!button || !panel || !field || !hits) return;
  button.hidden = false;

  const search = (isAgain: boolean, isBack: boolean) =>
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
  const show = (isShown: boolean) => {
    panel.hidden = !isShown;
    button.ariaExpanded = String(isShown);
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
  field.addEventListener('input', () => search(false, false));
  panel.addEventListener('submit', (event) => {
    event.preventDefault();
    search(true, false);
  });
  control('previous')?.addEventListener('click', () => search(true, true));
  control('close')?.addEventListener('click', () => show(false));
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false);
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    search(true, true);
  });
  addEventListener('keydown', (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && key === 'f' && !event.altKey && !event.shiftKey) show(true);
    else if ((isCommand && key === 'g') || key === 'f3')
      if (panel.hidden) show(true);
      else search(true, event.shiftKey);
    else return;
    event.preventDefault();
  });
}
