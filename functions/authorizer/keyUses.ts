import { hourOf, recordKeyUse } from '../../shared/data/callers/keyUses.ts';
import { log } from '../../shared/runtime/log.ts';
import { memory } from '../../shared/runtime/memory.ts';

/** Limits the memory for API keys to about a megabyte. With more keys, some uses are recorded twice. */
export const maxRemembered = 10_000;
/** The current hour, and the keys for which this process has recorded a use in this hour. */
const recorded = memory(() => ({ hour: '', uuids: new Set<string>() }));

/**
 * Returns the function that records the use of an API key; undefined if this process has recorded a use of the key in this hour. The
 * function never throws. After a failure, the next request tries again.
 */
export function keyUseToRecord(uuid: string, now: number): (() => Promise<void>) | undefined {
  const hour = hourOf(now);
  if (recorded.current.hour !== hour) recorded.current = { hour, uuids: new Set() };
  const { uuids } = recorded.current;
  if (uuids.has(uuid)) return undefined;
  if (uuids.size >= maxRemembered) uuids.clear();
  uuids.add(uuid);
  return () =>
    recordKeyUse(uuid, hour).catch((error: unknown) => {
      uuids.delete(uuid);
      log.info('use of an API key not recorded', { credential: `key:${uuid}`, reason: String(error) });
    });
}
