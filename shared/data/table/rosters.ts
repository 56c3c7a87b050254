import * as z from 'zod/mini';
import { type Change, creation, replacement } from './commit.ts';
import type { Key } from './keys.ts';
import { readAs, readEach } from './read.ts';

/**
 * A roster is one item with the names of things whose number is limited. Making another thing replaces the roster, so that the number is
 * exact however many are made at the same time. Ending a thing does not change the roster: ended ones are only looked for, and left out,
 * when there is no room for another.
 */
const rosterItem = z.object({ names: z.array(z.string()), revision: z.int() });

/** Reads the names in several rosters. */
export const readRosters = async (keys: readonly Key[]): Promise<string[]> =>
  (await readEach(rosterItem, keys)).flatMap(({ names }) => names);

/**
 * Returns the write that adds a name to a roster; undefined when there is no room for it. Conflicts when the roster has changed since it
 * was read here.
 *
 * @param most up to 100, so that those that have not ended are found in one round trip
 * @param remaining returns those of the names whose thing has not ended
 */
export async function addToRoster(
  key: Key,
  name: string,
  most: number,
  remaining: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<Change | undefined> {
  const roster = await readAs(rosterItem, key);
  const kept = roster?.names ?? [];
  const names = [...(kept.length < most ? kept : await remaining(kept)), name];
  if (names.length > most) return undefined;
  return roster ? replacement(key, { ...roster, names }) : creation(key, { names, revision: 1 });
}
