/**
 * Has something resolved once: all who ask share the promise. One that rejects is forgotten, as an endpoint may be an account's
 * own and take credentials that could not be had just then.
 */
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
