import type { Principal } from '../../access/principal.ts';
import { hasProven } from '../../access/shares.ts';
import type { GroupId, OrganizationId } from '../../contract/identifiers.ts';
import type { CallerItem } from '../../data/callers/callers.ts';
import { type ReaderIn, readerIn } from '../../data/groups/groupsOf.ts';
import { isPerson } from '../../data/organizations/organizations.ts';
import type { ReaderGroups } from '../../policies/allowedReaders.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import type { RoomReader } from './reader.ts';

/** Who a caller is in the organization of a room. */
export interface CallerFacts {
  readonly caller: CallerItem | undefined;
  readonly here: ReaderIn;
  /** Normalized, and proven or not. Undefined: they have none. */
  readonly address: string | undefined;
  readonly isProven: boolean;
}

/** Reads who a caller is in an organization, in one request. `now`: epoch milliseconds */
export async function factsAbout(
  { user }: Principal,
  caller: CallerItem | undefined,
  organizationId: OrganizationId,
  now: number,
): Promise<CallerFacts> {
  const address = caller?.email ? normalizedEmail(caller.email) : undefined;
  return {
    caller,
    here: await readerIn(organizationId, { user_id: user.id, address }),
    address,
    isProven: caller !== undefined && hasProven(caller, now),
  };
}

/**
 * Returns the reader whom access entries fit.
 *
 * @param groups those of the groups in access entries to which the caller belongs
 * @param isProven whether the address counts. Default: whether the caller has proven it
 */
export const readerWith = (
  { here, address, ...facts }: CallerFacts,
  { asMember, byAddress }: ReaderGroups,
  isProven = facts.isProven,
): RoomReader => ({
  groups: new Set<GroupId>([...asMember, ...(isProven ? byAddress : [])]),
  address: isProven ? address : undefined,
  leftAt: here.leftAt,
  isMember: here.member !== undefined && isPerson(here.member),
});
