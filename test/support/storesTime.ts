/** Epoch milliseconds by the clock of the stores' thread. That of a test's process may be set to any time. */
export const storesTime = (): number => performance.timeOrigin + performance.now();
