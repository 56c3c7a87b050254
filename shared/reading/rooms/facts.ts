import type { Principal } from '../../access/principal.ts';
import { hasProven } from '../../access/shares.ts';
import type { GroupId, OrganizationId } from '../../contract/identifiers.ts';
import type { CallerItem } from '../../data/callers/callers.ts';
import { type GroupReader, type ReaderIn, readerIn } from '../../data/groups/groupsOf.ts';
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
export const factsAbout = async (
  principal: Principal,
  caller: CallerItem | undefined,
  organizationId: OrganizationId,
  now: number,
): Promise<CallerFacts> =>
  factsOf(caller, await readerIn(organizationId, groupReaderOf(principal, caller)), now);

/** Returns a caller as groups know them. */
export const groupReaderOf = ({ user }: Principal, caller: CallerItem | undefined): GroupReader => ({
  user_id: user.id,
  address: addressOf(caller),
});

const addressOf = (caller: CallerItem | undefined): string | undefined =>
  caller?.email ? normalizedEmail(caller.email) : undefined;

/** Returns the facts about a caller, from who they are in the organization. `now`: epoch milliseconds */
export const factsOf = (caller: CallerItem | undefined, here: ReaderIn, now: number): CallerFacts => ({
  caller,
  here,
  address: addressOf(caller),
  isProven: caller !== undefined && hasProven(caller, now),
});

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
