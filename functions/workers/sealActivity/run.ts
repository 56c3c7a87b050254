/** One run of the sealer. */
export interface Run {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Returns whether the time is up. The next run does the rest. */
  readonly isOver: () => boolean;
}

/** The number of lists that are sealed at the same time. Each list takes a few requests in sequence. */
export const listsAtOnce = 20;
