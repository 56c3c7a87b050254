import { signal } from '@preact/signals';

/** A function for each running work. It returns a sentence about what is left; empty: nothing is. */
const running = new Set<() => string>();
const storageKey = 'unfinished';

/** Sentences about the work that an earlier page of this tab did not finish. */
export const leftUndone = signal<readonly string[]>([]);

/**
 * Registers running work, and returns a function that removes it. `left` returns how many things are not done, `describe` a sentence about
 * them.
 */
export function watchWork(describe: (left: number) => string, left: () => number): () => void {
  const work = () => (left() > 0 ? describe(left()) : '');
  running.add(work);
  return () => void running.delete(work);
}

const undone = (): string[] => [...running].map((work) => work()).filter(Boolean);

/** Warns before the page closes while work runs. The next page of the tab then shows what was left. */
export function watchClosing(): void {
  addEventListener('beforeunload', (event) => {
    if (undone().length > 0) event.preventDefault();
  });
  addEventListener('pagehide', () => {
    if (undone().length > 0) sessionStorage.setItem(storageKey, JSON.stringify(undone()));
  });
  leftUndone.value = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
  sessionStorage.removeItem(storageKey);
}
