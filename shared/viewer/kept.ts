import type { Column } from './column.ts';

/** Browsers refuse more than 100 changes of their history in 30 seconds. */
const restMilliseconds = 400;

/** Keeps the page at which the reader rests in this step of the browser's history, for a reload, *Back* and *Forward*. */
export function keepPage({ current }: Pick<Column, 'current'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => history.replaceState({ page: current() }, '');
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, restMilliseconds);
  };
  addEventListener('scroll', later, { passive: true });
}

/** Returns the page at which the reader was in this step of the browser's history; undefined: they are here for the first time. */
export function pageBefore(): number | undefined {
  const { page } = (history.state ?? {}) as { readonly page?: unknown };
  return typeof page === 'number' ? page : undefined;
}
