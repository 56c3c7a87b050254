import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { type GroupId, type OrganizationId, organizationId, ulidOf } from '../../contract/identifiers.ts';
import { groupsMax } from '../../contract/limits.ts';
import { folded } from '../../text/titleSearch.ts';
import { groupNamesKey } from '../keys/groups.ts';
import { type Change, creation, removalIfThere, replacement } from '../table/commit.ts';

/**
 * The names of an organization's groups. One item has all names, and every change of a name replaces this item. So each name is unique and
 * the number of groups is exact, even if several groups change at the same time. A thousand names take 60 kB.
 */
export const groupNamesItem = z.object({
  organization_id: organizationId,
  /** Hashes of the names, by the ULIDs of the groups. */
  names: z.record(z.string(), z.string()),
  revision: z.int(),
});
export type GroupNames = z.infer<typeof groupNamesItem>;

interface Named {
  readonly id: GroupId;
  readonly name: string;
}

/** 22 characters are 132 bits, so different names do not collide by chance. */
const hashCharacters = 22;

/** Hashes the form in which titles are compared. White space at the ends, and the amount of it between words, does not distinguish names. */
const hashOf = (name: string): string =>
  hash('sha256', folded(name).trim().replace(/\s+/gu, ' '), 'base64url').slice(0, hashCharacters);

/** Returns the reason why a group cannot have its name, as a part of a sentence; undefined if it can have the name. */
export function groupNamingRefusal({ names }: GroupNames, { id, name }: Named): string | undefined {
  const { [ulidOf(id)]: _own, ...others } = names;
  const taken = Object.values(others);
  if (taken.includes(hashOf(name))) return 'another group has this name';
  return taken.length >= groupsMax ? `an organization has at most ${groupsMax} groups` : undefined;
}

/** Stores the names with the present name of a group. Conflicts when the stored names have changed since they were read. */
export const keepGroupName = (kept: GroupNames, { id, name }: Named): Change<GroupNames> =>
  keep({ ...kept, names: { ...kept.names, [ulidOf(id)]: hashOf(name) } });

/** Stores the names without a group. Conflicts when the stored names have changed since they were read. */
export function dropGroupName(kept: GroupNames, { id }: Pick<Named, 'id'>): Change<GroupNames> {
  const { [ulidOf(id)]: _dropped, ...names } = kept.names;
  return keep({ ...kept, names });
}

export const removeGroupNames = (organizationId: OrganizationId): Change =>
  removalIfThere(groupNamesKey(organizationId));

/** With the revision 0, no names were stored before. */
const keep = (names: GroupNames): Change<GroupNames> =>
  names.revision === 0
    ? creation(groupNamesKey(names.organization_id), { ...names, revision: 1 })
    : replacement(groupNamesKey(names.organization_id), names);
