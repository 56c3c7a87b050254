import * as z from 'zod/mini';
import { type MemberRole, memberRole } from '../../contract/enumerations.ts';
import {
  type ActorId,
  actorId,
  type MemberUserId,
  type OrganizationId,
  organizationId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';
import { dateTime } from '../../contract/text.ts';
import { operatorList } from '../keys/operatorLists.ts';
import {
  formerMemberKey,
  formerMemberPrefix,
  memberKey,
  memberPrefix,
  membershipList,
  organizationKey,
  serviceAccountRosterKey,
  suspendedPrefix,
  usageKey,
} from '../keys/organizations.ts';
import { type Change, creation, removal, removalIfThere, replacement } from '../table/commit.ts';
import { newId, newUlid } from '../table/ids.ts';
import { listAs, queryAs, queryItems, readAs, readEach, readTogether, under } from '../table/read.ts';
import { listIndex } from '../table/table.ts';
import { type Ownership, ownership } from './ownership.ts';

export const organizationItem = z.object({
  id: organizationId,
  name: z.string(),
  /** `#` and six hexadecimal digits. Absent: the color of the service. */
  accent_color: z.optional(z.string()),
  /** The logo (`logos.ts`): the hash of its file, and its size in pixels. Absent: it has none. */
  logo_sha256: z.optional(z.string()),
  logo_width: z.optional(z.int()),
  logo_height: z.optional(z.int()),
  /** Absent: the seconds of readers are counted. */
  reading_times: z.optional(z.literal(false)),
  /** Never 0: somebody can always manage an organization, unless operators disable all of its owners. */
  owner_count: z.int(),
  /** The number of appointed owners, whose powers do not wait. */
  appointed_count: z.int(),
  /** The time since which it has always had an owner with powers; null: it has none. */
  powers_since: z.nullable(dateTime),
  webhook_count: z.int(),
  revision: z.int(),
});
export type OrganizationItem = z.infer<typeof organizationItem>;

/** A user or a service account in an organization, with everything that a list of members shows of them. */
export const memberItem = z.object({
  organization_id: organizationId,
  user_id: actorId,
  role: memberRole,
  /** Set for owners only. */
  ownership: z.optional(ownership),
  joined_at: dateTime,
  name: z.string(),
  /** null for service accounts. */
  email: z.nullable(z.string()),
  given_name: z.nullable(z.string()),
  family_name: z.nullable(z.string()),
  /** They founded the organization, and never left it. Absent: they joined it. */
  is_founder: z.optional(z.literal(true)),
  /** The maker of a service account. Absent for people, and for accounts that an operator made. */
  made_by: z.optional(user),
  revision: z.int(),
});
export type MemberItem = z.infer<typeof memberItem>;

/** Returns whether a member is a person. Service accounts act in an organization, but clients do not see them as members. */
export const isPerson = ({ user_id }: MemberItem): boolean => user_id.startsWith('user_');

export const getOrganization = (organizationId: OrganizationId): Promise<OrganizationItem | undefined> =>
  readAs(organizationItem, organizationKey(organizationId));

/** Reads organizations. Missing ones are left out. */
export const getOrganizations = (organizationIds: readonly OrganizationId[]): Promise<OrganizationItem[]> =>
  readEach(organizationItem, organizationIds.map(organizationKey));

/** Reads an organization and one of its members in one round trip. `userId` null: only the organization. */
export const getOrganizationAndMember = (
  organizationId: OrganizationId,
  userId: ActorId | MemberUserId | null,
) =>
  readTogether({
    organization: [organizationItem, organizationKey(organizationId)],
    member: [memberItem, userId && memberKey(organizationId, userId)],
  });

/**
 * Returns whether a person is, or was, a member of an organization. The organization owns their documents in both cases. Undefined: they
 * never belonged to it.
 */
export async function belongingOf(
  organizationId: OrganizationId,
  userId: ActorId,
): Promise<'member' | 'former member' | undefined> {
  const { member } = await getOrganizationAndMember(organizationId, userId);
  if (member) return isPerson(member) ? 'member' : undefined;
  const ended = await queryItems(under(organizationKey(organizationId), formerMemberPrefix));
  return ended.some(({ user_id }) => user_id === userId) ? 'former member' : undefined;
}

const belonging = z.object({ user_id: actorId });

/** Lists all present and former members of an organization, deleted or not, service accounts included. */
export async function listEverMembers(organizationId: OrganizationId): Promise<ActorId[]> {
  const memberships = await Promise.all(
    [memberPrefix, suspendedPrefix + memberPrefix, formerMemberPrefix].map((prefix) =>
      queryAs(belonging, under(organizationKey(organizationId), prefix)),
    ),
  );
  return [...new Set(memberships.flat().map(({ user_id }) => user_id))];
}

/** Reads up to 100 members of an organization in one round trip. Users who are not members are left out. */
export const getMembers = (
  organizationId: OrganizationId,
  userIds: readonly ActorId[],
): Promise<MemberItem[]> =>
  readEach(
    memberItem,
    userIds.map((userId) => memberKey(organizationId, userId)),
  );

/** Lists everyone in an organization, service accounts included, earliest joined first. */
export async function listMembers(organizationId: OrganizationId): Promise<MemberItem[]> {
  const members = await queryAs(memberItem, under(organizationKey(organizationId), memberPrefix));
  return members.sort((a, b) => (a.joined_at + a.user_id < b.joined_at + b.user_id ? -1 : 1));
}

/** Lists all organizations, oldest first. */
export const listOrganizations = (): Promise<OrganizationItem[]> =>
  listAs(organizationItem, operatorList.organizations);

/** Lists the memberships of a person or service account. The list is eventually consistent. */
export const listMemberships = (userId: ActorId): Promise<MemberItem[]> =>
  listAs(memberItem, membershipList(userId));

/**
 * Reads the memberships of a person as they are now. The list of memberships is eventually consistent, so a membership that has just begun
 * can be missing in it. Memberships in `organizationIds` are read even if the list does not have them.
 */
export async function readMemberships(
  userId: ActorId,
  organizationIds: readonly (OrganizationId | null)[],
): Promise<MemberItem[]> {
  const listed = (await listMemberships(userId)).map(({ organization_id }) => organization_id);
  const ids = new Set([...listed, ...organizationIds.filter((id) => id !== null)]);
  return readEach(
    memberItem,
    [...ids].map((id) => memberKey(id, userId)),
  );
}

/** Returns the first state of an organization. Its only owner must be committed with it. `now`: epoch milliseconds. */
export const newOrganization = (name: string, now: number): OrganizationItem => ({
  id: newId('org'),
  name,
  owner_count: 1,
  appointed_count: 1,
  powers_since: new Date(now).toISOString(),
  webhook_count: 0,
  revision: 1,
});

type Joining = Pick<MemberItem, 'name' | 'email' | 'given_name' | 'family_name'> & { readonly id: ActorId };

/** Returns a user or service account as a member who joins at `now` (epoch milliseconds). A member with the role owner is the founder. */
export const newMember = (
  { id, name, email, given_name, family_name }: Joining,
  organizationId: OrganizationId,
  role: MemberRole,
  now: number,
): MemberItem => ({
  organization_id: organizationId,
  user_id: id,
  role,
  ...(role === 'owner' && { ownership: appointedAt(new Date(now).toISOString()) }),
  joined_at: new Date(now).toISOString(),
  name,
  email,
  given_name,
  family_name,
  revision: 1,
});

const appointedAt = (now: string): Ownership => ({ since: now, appointed_at: now });

/** The circumstances in which a role is given. */
interface Giving {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the giver has an owner's powers, so that a new owner has them at once. */
  readonly appoints: boolean;
}

/**
 * Returns an organization and its member with another role. An owner count of 0 must not be committed. When the member was an owner, the
 * caller checks with `organizationWithout` that an owner with powers is left.
 */
export function withMemberRole(
  organization: OrganizationItem,
  { ownership: before, ...member }: MemberItem,
  role: MemberRole,
  giving: Giving,
) {
  const after = role === 'owner' ? ownershipAfter(before, giving) : undefined;
  const count = (owner: Ownership | undefined) => Number(owner !== undefined);
  const appointed = (owner: Ownership | undefined) => Number((owner?.appointed_at ?? null) !== null);
  const appointed_count = organization.appointed_count + appointed(after) - appointed(before);
  const next: OrganizationItem = {
    ...organization,
    owner_count: organization.owner_count + count(after) - count(before),
    appointed_count,
    powers_since:
      organization.powers_since ?? (appointed_count > 0 ? new Date(giving.now).toISOString() : null),
  };
  return { organization: next, member: { ...member, role, ...(after && { ownership: after }) } };
}

function ownershipAfter(before: Ownership | undefined, { now, appoints }: Giving): Ownership {
  const at = new Date(now).toISOString();
  if (!before) return appoints ? appointedAt(at) : { since: at, appointed_at: null };
  return { ...before, appointed_at: before.appointed_at ?? (appoints ? at : null) };
}

export const createOrganization = (organization: OrganizationItem): Change<OrganizationItem> =>
  creation(placeOfOrganization(organization), organization);

type Counts = Pick<OrganizationItem, 'owner_count' | 'appointed_count' | 'powers_since' | 'webhook_count'>;

/** Replaces the counts of an organization, which clients do not see; conflicts when it has changed since it was loaded. */
export function replaceCounts(
  organization: OrganizationItem,
  { owner_count, appointed_count, powers_since, webhook_count }: Counts,
): Change<OrganizationItem> {
  const counts = { owner_count, appointed_count, powers_since, webhook_count };
  return replacement(placeOfOrganization(organization), { ...organization, ...counts });
}

/**
 * Makes a commit conflict with concurrent commits that take away a right in an organization or change its counts, because each of these
 * commits writes the organization.
 */
export const fence = (organization: OrganizationItem): Change => replaceCounts(organization, organization);

/** Replaces what clients see of an organization; conflicts when it has changed since it was loaded. */
export const replaceOrganization = (organization: OrganizationItem): Change<OrganizationItem> =>
  replacement(placeOfOrganization(organization), organization);

/** Returns an organization with another accent color; null: with that of the service. */
export function withAccentColor(
  { accent_color: _before, ...organization }: OrganizationItem,
  color: string | null,
): OrganizationItem {
  return { ...organization, ...(color !== null && { accent_color: color }) };
}

/** Returns whether the seconds that readers look at pages count. */
export const countsTimes = ({ reading_times }: OrganizationItem): boolean => reading_times !== false;

/** Returns an organization that counts the seconds of its readers, or does not. */
export function withReadingTimes(
  { reading_times: _before, ...organization }: OrganizationItem,
  isCounting: boolean,
): OrganizationItem {
  return { ...organization, ...(!isCounting && { reading_times: false as const }) };
}

/** Removes an organization and its counts. Everything in it must be removed with it, except documents, which nobody sees any more. */
export const removeOrganizationItems = ({ id }: OrganizationItem): Change[] => [
  removal(organizationKey(id)),
  removalIfThere(usageKey(id)),
  removalIfThere(serviceAccountRosterKey(id)),
];

export const createMember = (member: MemberItem): Change<MemberItem> =>
  creation(placeOfMember(member), member);

/** Replaces a member; conflicts when they have changed since they were loaded. */
export const replaceMember = (member: MemberItem): Change<MemberItem> =>
  replacement(placeOfMember(member), member);

export const removeMember = (member: MemberItem): Change<undefined> =>
  removal(memberKey(member.organization_id, member.user_id));

/** Records a former member, because their private documents stay. */
export const createFormerMember = ({ organization_id, user_id }: MemberItem): Change =>
  creation(formerMemberKey(organization_id, newUlid()), { user_id });

export const placeOfOrganization = ({ id }: OrganizationItem) => ({
  ...organizationKey(id),
  [listIndex.partitionKey]: operatorList.organizations,
  [listIndex.sortKey]: ulidOf(id),
});

export const placeOfMember = ({ organization_id, user_id }: MemberItem) => ({
  ...memberKey(organization_id, user_id),
  [listIndex.partitionKey]: membershipList(user_id),
  [listIndex.sortKey]: ulidOf(organization_id),
});
