import { signal } from '@preact/signals';

/** The work that runs, each with the number of things still to do. */
const running = new Map<string, () => number>();
const storageKey = 'unfinished';

/** What an earlier page of this tab did not finish, in words. */
export const leftUndone = signal<readonly string[]>([]);

/** Names work while it runs. `left` returns how many things are not done yet. Returns a function that ends it. */
export function watchWork(describe: (left: number) => string, left: () => number): () => void {
  const id = crypto.randomUUID();
  running.set(id, left);
  descriptions.set(id, describe);
  return () => {
    running.delete(id);
    descriptions.delete(id);
  };
}

const descriptions = new Map<string, (left: number) => string>();

const undone = (): string[] =>
  [...running].flatMap(([id, left]) => {
    const count = left();
    return count > 0 ? [descriptions.get(id)?.(count) ?? ''] : [];
  });

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
