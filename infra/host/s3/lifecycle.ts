import type { LifecycleRule } from '../template/model.ts';
import type { ObjectStore } from './objectStore.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Removes the objects that a rule has expire by `now`, in epoch milliseconds. */
export async function expireObjects(
  store: ObjectStore,
  rules: readonly LifecycleRule[],
  now: number,
): Promise<void> {
  for (const { prefix, expirationDays } of rules) {
    if (expirationDays === undefined) continue;
    for (const { key, file, modifiedAt } of await store.list(prefix)) {
      // It may have been replaced since it was found.
      if (expiresAt(modifiedAt, expirationDays) <= now && store.find(key)?.file === file)
        await store.remove(key);
    }
  }
}

/** The midnight (UTC) after so many days (Amazon S3, "Lifecycle rules: based on an object's age"). */
const expiresAt = (modifiedAt: number, days: number): number =>
  Math.ceil((modifiedAt + days * dayMilliseconds) / dayMilliseconds) * dayMilliseconds;
