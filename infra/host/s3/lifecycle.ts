import type { LifecycleRule } from '../template/stores.ts';
import type { ObjectStore } from './objectStore.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Removes the objects and the previous versions that a rule has expire by `now`, in epoch milliseconds. */
export async function expireObjects(
  store: ObjectStore,
  rules: readonly LifecycleRule[],
  now: number,
): Promise<void> {
  for (const rule of rules.filter(({ Status }) => Status === 'Enabled')) {
    const { Prefix: prefix, ExpirationInDays: days, NoncurrentVersionExpiration: noncurrent } = rule;
    if (days !== undefined) await expireCurrent(store, prefix, now, days);
    if (noncurrent) await expirePrevious(store, prefix, now, noncurrent.NoncurrentDays);
    if (rule.ExpiredObjectDeleteMarker === true) await removeLoneMarkers(store, prefix);
  }
}

async function expireCurrent(store: ObjectStore, prefix: string, now: number, days: number): Promise<void> {
  // It may have been replaced since it was found.
  for (const { key, file, modifiedAt } of store.list(prefix))
    if (expiresAt(modifiedAt, days) <= now && store.find(key)?.file === file) await store.remove(key);
}

/** A version is a previous one since the next was made. */
async function expirePrevious(store: ObjectStore, prefix: string, now: number, days: number): Promise<void> {
  const versions = store.listVersions(prefix);
  for (const [index, version] of versions.entries()) {
    const next = versions[index - 1];
    if (!version.isLatest && next && expiresAt(next.modifiedAt, days) <= now) await store.forget(version);
  }
}

/** A delete marker that hides nothing any more is of no use. */
async function removeLoneMarkers(store: ObjectStore, prefix: string): Promise<void> {
  const versions = store.listVersions(prefix);
  for (const [index, version] of versions.entries())
    if (version.isMarker && version.isLatest && versions[index + 1]?.key !== version.key)
      await store.forget(version);
}

/** The midnight (UTC) after so many days (Amazon S3, "Lifecycle rules: based on an object's age"). */
const expiresAt = (sinceMilliseconds: number, days: number): number =>
  Math.ceil((sinceMilliseconds + days * dayMilliseconds) / dayMilliseconds) * dayMilliseconds;
