import * as z from 'zod/mini';
import { type Change, creation, replacement } from './commit.ts';
import type { Key } from './keys.ts';
import { readAs } from './read.ts';

/**
 * A roster is one item with the names of things of which there may be so many at once. Whatever makes another replaces it, so that
 * their number is exact however many are made at the same time. A thing that ends leaves its roster alone: those that have ended
 * are looked for, and left out, only when there is no room for another.
 */
const rosterItem = z.object({ names: z.array(z.string()), revision: z.int() });
type Roster = z.infer<typeof rosterItem>;

/** Reads a roster; one that nobody has written yet is at revision 0. */
export const getRoster = async (key: Key): Promise<Roster> =>
  (await readAs(rosterItem, key)) ?? { names: [], revision: 0 };

/**
 * Returns a roster with one more name; undefined where there is no room for it.
 *
 * @param most up to 100, so that those that have not ended are found in one round trip
 * @param remaining returns those of the names whose thing has not ended
 */
export async function withOneMore(
  roster: Roster,
  name: string,
  most: number,
  remaining: (names: readonly string[]) => Promise<readonly string[]>,
): Promise<Roster | undefined> {
  const names = roster.names.length < most ? roster.names : await remaining(roster.names);
  return names.length < most ? { ...roster, names: [...names, name] } : undefined;
}

/** Keeps a roster; conflicts when it has changed since it was read. */
export const keepRoster = (key: Key, roster: Roster): Change<Roster> =>
  roster.revision === 0 ? creation(key, { ...roster, revision: 1 }) : replacement(key, roster);
