import type { RequestCounts } from '../../shared/data/callers/rateWindows.ts';

/** Limits the memory for callers to about a megabyte. */
export const maxRemembered = 10_000;

/** The callers over a limit in one window, with their counts. At most `maxRemembered` callers are stored. */
export class ExceedingCallers {
  readonly window: number;
  readonly #counts = new Map<string, RequestCounts>();

  constructor(window: number) {
    this.window = window;
  }

  countsOf(name: string): RequestCounts | undefined {
    return this.#counts.get(name);
  }

  remember(name: string, counts: RequestCounts): void {
    if (this.#counts.has(name) || this.#counts.size < maxRemembered) this.#counts.set(name, counts);
  }
}
