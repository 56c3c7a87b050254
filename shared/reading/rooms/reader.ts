import type { GroupId } from '../../contract/identifiers.ts';
import type { AccessRecord } from '../../data/rooms/access.ts';
import { createdAt } from '../../data/table/ids.ts';

/** The facts that decide which access entries of a room fit a reader. */
export interface RoomReader {
  /** The groups to which they belong: as a member of the organization, or by an address that they have proven. */
  readonly groups: ReadonlySet<GroupId>;
  /** Their address, normalized. Undefined: they have none, or have not proven it. */
  readonly address: string | undefined;
  /** When somebody with the address last left the organization, in RFC 3339. Undefined: nobody did. */
  readonly leftAt: string | undefined;
  /** Whether they are a person of the organization. Service accounts are not. */
  readonly isMember: boolean;
}

/** Returns whether an access entry is for a reader. Leaving the organization ends the entries for an address, as it ends shares. */
export function fits(
  { id, group_id, email, organization }: Pick<AccessRecord, 'id' | 'group_id' | 'email' | 'organization'>,
  { groups, address, leftAt, isMember }: RoomReader,
): boolean {
  if (group_id !== undefined) return groups.has(group_id);
  if (email === undefined) return organization === true && isMember;
  return email === address && (leftAt === undefined || createdAt(id) > leftAt);
}

/** Returns the access entries that are for a reader and have not ended at `now` (epoch milliseconds). */
export const entriesFor = (
  access: readonly AccessRecord[],
  reader: RoomReader,
  now: number,
): readonly AccessRecord[] =>
  access.filter(
    (entry) => fits(entry, reader) && (entry.expires_at === null || Date.parse(entry.expires_at) > now),
  );
