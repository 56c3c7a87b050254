import { signal } from '@preact/signals';

/** The work that runs, each with a function that names the things still to do. */
const running = new Set<() => string>();
const storageKey = 'unfinished';

/** What an earlier page of this tab did not finish, in words. */
export const leftUndone = signal<readonly string[]>([]);

/** Names work while it runs. `left` returns how many things are not done yet. Returns a function that ends it. */
export function watchWork(describe: (left: number) => string, left: () => number): () => void {
  const work = () => (left() > 0 ? describe(left()) : '');
  running.add(work);
  return () => void running.delete(work);
}

const undone = (): string[] => [...running].map((work) => work()).filter(Boolean);

/** Warns before the page closes while something is not done, and says at the next start what was left. */
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
