import * as z from 'zod/mini';
import type { Key } from '../keys/key.ts';
import { type Change, creation, replacement } from './commit.ts';
import { readAs, readEach } from './read.ts';

/**
 * A roster is one item with the names of all things of a kind whose number is limited, such as the API keys of an owner. Each new thing
 * replaces the roster, so the number is exact even if several things are made at the same time. When a thing ends, the roster does not
 * change. Names of ended things are removed only when there is no room for another name.
 */
const rosterItem = z.object({ names: z.array(z.string()), revision: z.int() });

/** Reads the names in several rosters. */
export const readRosters = async (keys: readonly Key[]): Promise<string[]> =>
  (await readEach(rosterItem, keys)).flatMap(({ names }) => names);

/**
 * Returns the write that adds a name to a roster; undefined when the roster has no room for the name. The write conflicts when the roster
 * has changed since this function read it.
 *
 * @param most at most 100, so that `remaining` takes one round trip
 * @param remaining returns the names of the things that have not ended
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
