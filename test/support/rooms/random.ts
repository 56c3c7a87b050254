/** Returns a function that returns numbers from 0 to 1, always the same for a seed (Mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns functions that draw at random, always the same for a seed. */
export function drawsOf(seed: number) {
  const random = randomOf(seed);
  return {
    /** Returns a whole number from 0 to below `count`. */
    below: (count: number): number => Math.floor(random() * count),
    oneOf: <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)],
    chance: (probability: number): boolean => random() < probability,
  };
}
