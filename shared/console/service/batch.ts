import { type Signal, signal } from '@preact/signals';
import { change, isAbort, pace } from './api.ts';

export interface Outcome<Item> {
  readonly item: Item;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
  readonly error?: unknown;
}

export interface Batch<Item> {
  readonly outcomes: Signal<readonly Outcome<Item>[]>;
  /** Resolves when no item waits or runs any more. */
  readonly ended: Promise<void>;
  /** Begins no further item. */
  stop(): void;
}

/** The largest number of items in a batch. */
export const batchMax = 100;

/**
 * Changes many items, as fast as the rate limit allows. Each item has its own outcome. A failure does not stop the others.
 *
 * @param lanes the number of changes that run at the same time; 1 for changes of one thing, which would conflict. Default: 4
 */
export function runBatch<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  describe: (left: number) => string,
  lanes = 4,
): Batch<Item> {
  const outcomes = signal<readonly Outcome<Item>[]>(items.map((item) => ({ item, state: 'waiting' })));
  const set = (index: number, outcome: Omit<Outcome<Item>, 'item'>) => {
    outcomes.value = outcomes.value.map((one, at) => (at === index ? { item: one.item, ...outcome } : one));
  };
  const next = () => outcomes.value.findIndex(({ state }) => state === 'waiting');
  const finish = watchWork(describe, () => outcomes.value.filter(isLeft).length);
  const lane = async () => {
    for (let index = next(); index >= 0; index = next()) {
      const { item } = outcomes.value[index] as Outcome<Item>;
      set(index, { state: 'running' });
      await pace();
      try {
        await change(() => act(item));
        set(index, { state: 'done' });
      } catch (error) {
        set(index, isAbort(error) ? { state: 'stopped' } : { state: 'failed', error });
      }
    }
  };
  const ended = Promise.all(Array.from({ length: lanes }, lane)).then(finish);
  const stop = () => {
    outcomes.value = outcomes.value.map((one) =>
      one.state === 'waiting' ? { item: one.item, state: 'stopped' } : one,
    );
  };
  return { outcomes, ended, stop };
}

/** Repeats a change in parts, while `act` resolves with true. `unfinished`: the sentence to show if the page closes before the end. */
export async function untilDone(unfinished: string, act: () => Promise<boolean>): Promise<void> {
  const end = watchWork(
    () => unfinished,
    () => 1,
  );
  try {
    while (await change(act));
  } finally {
    end();
  }
}

const isLeft = ({ state }: Outcome<unknown>): boolean => state === 'waiting' || state === 'running';

/** A function for each running work. It returns a sentence about what is left; empty: nothing is. */
const running = new Set<() => string>();
const storageKey = 'unfinished';

/** Sentences about the work that an earlier page of this tab did not finish. */
export const unfinishedBefore = signal<readonly string[]>([]);

/**
 * Registers running work, and returns a function that removes it. `left` returns how many things are not done, `describe` a sentence about
 * them.
 */
export function watchWork(describe: (left: number) => string, left: () => number): () => void {
  const work = () => (left() > 0 ? describe(left()) : '');
  running.add(work);
  return () => void running.delete(work);
}

const unfinishedWork = (): string[] => [...running].map((work) => work()).filter(Boolean);

/** Warns before the page closes while work runs. The next page of the tab then shows what was left. */
export function watchClosing(): void {
  addEventListener('beforeunload', (event) => {
    if (unfinishedWork().length > 0) event.preventDefault();
  });
  addEventListener('pagehide', () => {
    if (unfinishedWork().length > 0) sessionStorage.setItem(storageKey, JSON.stringify(unfinishedWork()));
  });
  unfinishedBefore.value = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
  sessionStorage.removeItem(storageKey);
}
