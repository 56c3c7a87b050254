import type { Column } from './column.ts';

/** The parts of the bar. The service writes it hidden, in the reader's language. */
export interface Bar {
  readonly element: HTMLElement;
  /** Says something to readers, also to those who hear the page. */
  say(text: string): void;
  /** Returns a sentence of the bar with its values. */
  words(name: string, values: Readonly<Record<string, string | number>>): string;
  /** Returns a control by its `data-do`; null if this page has none. */
  control<E extends HTMLElement = HTMLButtonElement>(name: string): E | null;
}

/** Returns the bar of a section, and shows it. */
export function barOf(section: HTMLElement): Bar | undefined {
  const element = section.querySelector<HTMLElement>('.tools');
  const status = section.querySelector<HTMLElement>('.said');
  if (!element || !status) return undefined;
  element.hidden = false;
  return {
    element,
    say: (text) => {
      status.textContent = text;
    },
    words: (name, values) =>
      Object.entries(values).reduce(
        (text, [key, value]) => text.replace(`{${key}}`, String(value)),
        element.dataset[name] ?? '',
      ),
    control: (name) => section.querySelector(`[data-do="${name}"]`),
  };
}

/**
 * Lets the reader jump, zoom and fit, by the controls of the bar and by the keyboard. Returns the function that jumps to a page, or says why
 * it cannot.
 */
export function connectBar(bar: Bar, section: HTMLElement, column: Column): (page: number) => void {
  const { control, say, words } = bar;
  const field = control<HTMLInputElement>('page');
  const fit = control('fit');

  const showPlace = () => {
    if (field && document.activeElement !== field) field.value = String(column.current());
  };
  const jump = (page: number) => {
    if (!Number.isInteger(page) || page < 1 || page > column.count) {
      say(words('noSuch', { count: column.count }));
      return;
    }
    say('');
    if (column.goTo(page)) showPlace();
    // Pictures are in parts: the service shows the part with this page, or says that the page is not there yet.
    else if (section.dataset.last && page <= Number(section.dataset.last)) location.assign(partWith(page));
    else say(words('notYet', { number: page }));
  };
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' });
  const zoom = (step: -1 | 0 | 1) => {
    say(percent.format(column.zoom(step)));
    showPlace();
  };
  const toggleFit = () => {
    const isWhole = fit?.ariaPressed !== 'true';
    if (fit) fit.ariaPressed = String(isWhole);
    column.zoom(0);
    column.fitPage(isWhole);
  };

  field?.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    jump(Number(field.value.normalize('NFKC')));
    field.select();
  });
  field?.addEventListener('change', () => jump(Number(field.value.normalize('NFKC'))));
  field?.addEventListener('blur', showPlace);
  control('in')?.addEventListener('click', () => zoom(1));
  control('out')?.addEventListener('click', () => zoom(-1));
  fit?.addEventListener('click', toggleFit);

  let isWaiting = false;
  const later = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      showPlace();
    });
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', later, { passive: true });
  showPlace();

  // Single keys work only while the focus is in the document, so that they never surprise somebody who speaks or types (WCAG 2.2, 2.1.4).
  const next = () => jump(Math.min(column.current() + 1, column.count));
  const previous = () => jump(Math.max(column.current() - 1, 1));
  const keys = (): Readonly<Record<string, () => void>> => ({
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    '0': () => zoom(0),
    n: next,
    j: next,
    p: previous,
    k: previous,
    // Wide pages scroll to the side.
    ...(!column.isWide() && { ArrowRight: next, ArrowLeft: previous }),
  });
  section.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const act = keys()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  return jump;
}

/** Returns the address of the page with the part of the pictures that begins with a page. */
function partWith(page: number): string {
  const address = new URL(location.href);
  address.searchParams.set('from', String(page));
  address.hash = '';
  return address.href;
}
