import * as z from 'zod/mini';
import {
  type ActorId,
  type GroupEntryId,
  type GroupId,
  groupEntryId,
  type OrganizationId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { noGroups, type ReaderGroups } from '../../policies/allowedReaders.ts';
import { type GroupSubject, groupKey, groupsOfKey, groupsOfList } from '../keys/groups.ts';
import type { Key } from '../keys/key.ts';
import { leftKey, memberKey, organizationKey } from '../keys/organizations.ts';
import { type MemberItem, memberItem } from '../organizations/organizations.ts';
import { leftItem } from '../shares/ends.ts';
import { type Change, creation, removalAt, replacement } from '../table/commit.ts';
import { parseItem } from '../table/parse.ts';
import { type Item, queryList, readAll, readAs } from '../table/read.ts';
import { listIndex } from '../table/table.ts';

export type { GroupSubject } from '../keys/groups.ts';

/**
 * The groups in which a member, an address or a domain stands: one item for each of them in an organization. So a reader's groups take one
 * request, and nobody stands twice in a group, or in too many.
 */
export const groupsOfItem = z.object({
  /** The ids of the entries, by the ULIDs of the groups. */
  entries: z.record(z.string(), groupEntryId),
  /** For a member: the `joined_at` of the membership in which they were added. Entries of an earlier membership have ended. */
  joined_at: z.optional(z.string()),
  revision: z.int(),
});
export type GroupsOf = z.infer<typeof groupsOfItem>;

/** An organization and whom entries of its groups name. */
export interface SubjectIn {
  readonly organization_id: OrganizationId;
  readonly subject: GroupSubject;
}

/** Reads the groups of a subject; undefined: it stands in none. */
export const getGroupsOf = ({ organization_id, subject }: SubjectIn): Promise<GroupsOf | undefined> =>
  readAs(groupsOfItem, groupsOfKey(organization_id, subject));

/** Returns the write that adds an entry; conflicts when the subject's groups have changed since they were read. */
export function addToGroupsOf(
  { organization_id, subject }: SubjectIn,
  before: GroupsOf | undefined,
  added: { readonly group_id: GroupId; readonly id: GroupEntryId; readonly joined_at?: string | undefined },
): Change {
  const key = placeOf({ organization_id, subject });
  const entries = { ...before?.entries, [ulidOf(added.group_id)]: added.id };
  const joined = added.joined_at === undefined ? {} : { joined_at: added.joined_at };
  return before
    ? replacement(key, { ...before, entries, ...joined })
    : creation(key, { entries, ...joined, revision: 1 });
}

/** Returns the write that takes a group out; conflicts when the subject's groups have changed since they were read. */
export function takeFromGroupsOf(
  { organization_id, subject }: SubjectIn,
  before: GroupsOf,
  groupId: GroupId,
): Change {
  const key = placeOf({ organization_id, subject });
  const { [ulidOf(groupId)]: _taken, ...entries } = before.entries;
  return Object.keys(entries).length === 0
    ? removalAt(key, before)
    : replacement(key, { ...before, entries });
}

/** A member's groups are found by their membership, and have no place in the list. */
const placeOf = ({ organization_id, subject }: SubjectIn): Key => ({
  ...groupsOfKey(organization_id, subject),
  ...(!('user_id' in subject) && {
    [listIndex.partitionKey]: groupsOfList(subject),
    [listIndex.sortKey]: ulidOf(organization_id),
  }),
});

/** The groups of an address in an organization, by the address itself or by its domain. */
export interface GroupsIn {
  readonly organization_id: OrganizationId;
  readonly groups: readonly GroupId[];
}

/** The most organizations that are read of those in whose groups an address stands, and as many for its domain. */
const organizationsReadMax = 200;

/**
 * Lists the groups in which an address (normalized) or its domain stands, in all organizations, the oldest organizations first. The list is
 * eventually consistent, and has groups that are deleted.
 */
export async function listGroupsOfAddress(address: string): Promise<GroupsIn[]> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const found = await Promise.all(
    [{ email: address }, { domain }].map((subject) => queryList(groupsOfList(subject), organizationsReadMax)),
  );
  return found.flat().map((item) => ({
    organization_id: `org_${String(item[listIndex.sortKey])}`,
    groups: groupIdsIn(parseItem(groupsOfItem, item)),
  }));
}

const groupIdsIn = ({ entries }: GroupsOf): GroupId[] =>
  Object.keys(entries).map((ulid) => `grp_${ulid}` as const);

/** A reader: a person with an account, and their address. */
export interface GroupReader {
  readonly user_id: ActorId;
  /** Normalized; undefined: they have none, or its groups are of no interest. */
  readonly address: string | undefined;
}

/** Who a reader is in an organization. */
export interface ReaderIn {
  /** Whether the organization exists. */
  readonly isThere: boolean;
  /** Undefined: they are no member. */
  readonly member: MemberItem | undefined;
  /** When somebody with their address last left the organization, in RFC 3339. Undefined: nobody did, or they have no address. */
  readonly leftAt: string | undefined;
  /** The groups in which they stand, as a member or by their address. Some may be deleted. */
  readonly named: readonly GroupId[];
  /**
   * Returns those of the `asked` groups to which they belong. A deleted group has nobody. Takes one request for each 100 of the
   * asked groups in which they stand, and none if they stand in none of them.
   */
  readonly among: (asked: readonly GroupId[]) => Promise<ReaderGroups>;
}

/** Returns the keys of the items that say who a reader is in an organization. */
function keysOf(organizationId: OrganizationId, { user_id, address }: GroupReader): (Key | null)[] {
  const domain = address?.slice(address.lastIndexOf('@') + 1);
  return [
    memberKey(organizationId, user_id),
    groupsOfKey(organizationId, { user_id }),
    address === undefined ? null : groupsOfKey(organizationId, { email: address }),
    domain === undefined ? null : groupsOfKey(organizationId, { domain }),
  ];
}

/** The ULIDs of the groups of a reader, also of deleted groups. */
interface Belonging {
  readonly member: MemberItem | undefined;
  readonly asMember: ReadonlySet<string>;
  readonly byAddress: ReadonlySet<string>;
}

/** Returns what the items at `keysOf` say. */
function belonging([ofPerson, ofMember, ofEmail, ofDomain]: readonly (Item | undefined)[]): Belonging {
  const member = ofPerson && parseItem(memberItem, ofPerson);
  const groupsOf = (item: Item | undefined): GroupsOf | undefined => item && parseItem(groupsOfItem, item);
  const standing = (found: GroupsOf | undefined): string[] => Object.keys(found?.entries ?? {});
  const asOfMember = groupsOf(ofMember);
  const isSameMembership = member !== undefined && member.joined_at === asOfMember?.joined_at;
  return {
    member,
    asMember: new Set(standing(isSameMembership ? asOfMember : undefined)),
    byAddress: new Set([...standing(groupsOf(ofEmail)), ...standing(groupsOf(ofDomain))]),
  };
}

/** Reads who a reader is in an organization, in one request. */
export const readerIn = async (organizationId: OrganizationId, reader: GroupReader): Promise<ReaderIn> =>
  (await readerInWith(organizationId, reader, []))[0];

/** Does the same as `readerIn`, and reads other items in the same request. Returns them too, in the order of their keys. */
export async function readerInWith(
  organizationId: OrganizationId,
  reader: GroupReader,
  others: readonly (Key | null)[],
): Promise<[reader: ReaderIn, others: (Item | undefined)[]]> {
  const { address } = reader;
  const own = keysOf(organizationId, reader);
  const [organization, left, ...items] = await readAll([
    organizationKey(organizationId),
    address === undefined ? null : leftKey(organizationId, address),
    ...own,
    ...others,
  ]);
  const found = readerOf(organizationId, organization, left, items.slice(0, own.length));
  return [found, items.slice(own.length)];
}

function readerOf(
  organizationId: OrganizationId,
  organization: Item | undefined,
  left: Item | undefined,
  items: readonly (Item | undefined)[],
): ReaderIn {
  const { member, ...own } = belonging(items);
  return {
    isThere: organization !== undefined,
    member,
    leftAt: left && z.parse(leftItem, left).left_at,
    named: [...new Set([...own.asMember, ...own.byAddress])].map((ulid): GroupId => `grp_${ulid}`),
    async among(asked) {
      const asMember = asked.filter((id) => own.asMember.has(ulidOf(id)));
      const byAddress = asked.filter((id) => own.byAddress.has(ulidOf(id)));
      const existing = await existingAmong(organizationId, [...asMember, ...byAddress]);
      return {
        asMember: new Set(asMember.filter((id) => existing.has(id))),
        byAddress: new Set(byAddress.filter((id) => existing.has(id))),
      };
    },
  };
}

/** Returns the groups that are not deleted. Takes one request for each 100 of them; for none, none. */
async function existingAmong(
  organizationId: OrganizationId,
  ids: readonly GroupId[],
): Promise<ReadonlySet<GroupId>> {
  const groups = await readAll(ids.map((id) => groupKey(organizationId, id)));
  return new Set(ids.filter((_, index) => groups[index] !== undefined));
}

/**
 * Returns to which of the `asked` groups each reader belongs, by membership or by address, in the order of the readers. Takes a request for
 * each 25 readers, and one for each 100 groups.
 */
export async function groupsOfEach(
  organizationId: OrganizationId,
  asked: readonly GroupId[],
  readers: readonly GroupReader[],
): Promise<GroupId[][]> {
  if (asked.length === 0) return readers.map(() => []);
  const keys = readers.map((reader) => keysOf(organizationId, reader));
  const [existing, items] = await Promise.all([existingAmong(organizationId, asked), readAll(keys.flat())]);
  let start = 0;
  return keys.map(({ length }) => {
    const { asMember, byAddress } = belonging(items.slice(start, start + length));
    start += length;
    const isIn = (id: GroupId) => asMember.has(ulidOf(id)) || byAddress.has(ulidOf(id));
    return asked.filter((id) => existing.has(id) && isIn(id));
  });
}

/** Returns those of the `asked` groups of an organization to which a reader belongs. No asked groups take no request. */
export const groupsAmong = async (
  organizationId: OrganizationId,
  asked: readonly GroupId[],
  reader: GroupReader,
): Promise<ReaderGroups> =>
  asked.length === 0 ? noGroups : (await readerIn(organizationId, reader)).among(asked);
