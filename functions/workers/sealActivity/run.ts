/** One run of the sealer. */
export interface Run {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Whether what is left is the next run's. */
  readonly isOver: () => boolean;
}

/** A list takes a few requests in turn. */
export const listsAtOnce = 20;
