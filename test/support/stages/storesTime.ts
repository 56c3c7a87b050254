/** Returns the time of the stores' thread in epoch milliseconds. A test may set the clock of its own process. */
export const storesTime = (): number => performance.timeOrigin + performance.now();
