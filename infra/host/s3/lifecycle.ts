import { dayMilliseconds } from '../days.ts';
import type { LifecycleRule } from '../template/stores.ts';
import type { ObjectStore } from './objectStore.ts';

/** Removes the objects and previous versions that have expired by `now` (epoch milliseconds) according to a rule. */
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
  // The object may have been replaced meanwhile.
  for (const { key, file, modifiedAt } of store.list(prefix))
    if (expiresAt(modifiedAt, days) <= now && store.find(key)?.file === file) await store.remove(key);
}

/** Removes previous versions. A version becomes a previous one when the next version is created. */
async function expirePrevious(store: ObjectStore, prefix: string, now: number, days: number): Promise<void> {
  const versions = store.listVersions(prefix);
  for (const [index, version] of versions.entries()) {
    const next = versions[index - 1];
    if (!version.isLatest && next && expiresAt(next.modifiedAt, days) <= now) await store.forget(version);
  }
}

/** Removes delete markers that no longer hide a version. */
async function removeLoneMarkers(store: ObjectStore, prefix: string): Promise<void> {
  const versions = store.listVersions(prefix);
  for (const [index, version] of versions.entries())
    if (version.isMarker && version.isLatest && versions[index + 1]?.key !== version.key)
      await store.forget(version);
}

/** Returns the midnight (UTC) after a number of days (Amazon S3, "Lifecycle rules: based on an object's age"). */
const expiresAt = (sinceMilliseconds: number, days: number): number =>
  Math.ceil((sinceMilliseconds + days * dayMilliseconds) / dayMilliseconds) * dayMilliseconds;
