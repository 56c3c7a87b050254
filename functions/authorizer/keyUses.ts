import { hourOf, recordKeyUse } from '../../shared/data/callers/keyUses.ts';
import { log } from '../../shared/runtime/log.ts';

/** Bounds the memory that many keys take: about a megabyte. With more, some uses are recorded again. */
export const maxRemembered = 10_000;
/** The keys whose use in an hour this process has recorded. */
let recorded = { hour: '', uuids: new Set<string>() };

/**
 * Returns the function that records a key's use; undefined if this process has recorded one in this hour. It never throws, because no
 * request is refused for it; after a failure, the next request tries again.
 */
export function keyUseToRecord(uuid: string, now: number): (() => Promise<void>) | undefined {
  const hour = hourOf(now);
  if (recorded.hour !== hour) recorded = { hour, uuids: new Set() };
  const { uuids } = recorded;
  if (uuids.has(uuid)) return undefined;
  if (uuids.size >= maxRemembered) uuids.clear();
  uuids.add(uuid);
  return () =>
    recordKeyUse(uuid, hour).catch((error: unknown) => {
      uuids.delete(uuid);
      log.info('use of an API key not recorded', { credential: `key:${uuid}`, reason: String(error) });
    });
}
