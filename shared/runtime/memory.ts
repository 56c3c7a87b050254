/** A value that a process keeps between invocations. */
export interface Memory<T> {
  current: T;
}

const resets: (() => void)[] = [];

/**
 * Keeps a value between the invocations of a process, such as an answer that is valid for a while. A module keeps values that depend on the
 * environment, the clock or the stores only in this way, because the tests of a process begin anew with `forgetAll`. Results of pure
 * functions, connections and threads may stay.
 *
 * @param make returns the value when it is first needed
 */
/* @__NO_SIDE_EFFECTS__ */
export function memory<T>(make: () => T): Memory<T> {
  let kept: { readonly value: T } | undefined;
  resets.push(() => {
    kept = undefined;
  });
  return {
    get current() {
      kept ??= { value: make() };
      return kept.value;
    },
    set current(value) {
      kept = { value };
    },
  };
}

/** Makes this process forget everything that it keeps in this way, like a process that has just begun. */
export function forgetAll(): void {
  for (const reset of resets) reset();
}
