/** One run of the sealer. */
export interface Run {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Whether the rest is left to the next run. */
  readonly isOver: () => boolean;
}

/** Lists that are sealed at the same time: each takes a few requests in sequence. */
export const listsAtOnce = 20;
