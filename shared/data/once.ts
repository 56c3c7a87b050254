/** Runs something once: all callers share its promise. A run that fails is forgotten, so that the next caller tries again. */
export function once<T>(resolve: () => Promise<T>): () => Promise<T> {
  let resolved: Promise<T> | undefined;
  return () => {
    resolved ??= resolve().catch((error: unknown) => {
      resolved = undefined;
      throw error;
    });
    return resolved;
  };
}
