import * as z from 'zod/mini';
import { type Language, language, userType } from '../../contract/enumerations.ts';
import {
  type ActorId,
  actorId,
  type MemberUserId,
  type OrganizationId,
  organizationId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { apiKeyRosterKey, callerKey, emailKey, identityKey } from '../keys/callers.ts';
import type { Key } from '../keys/key.ts';
import { operatorList } from '../keys/operatorLists.ts';
import { memberKey, organizationKey, usageKey } from '../keys/organizations.ts';
import { memberItem, organizationItem } from '../organizations/organizations.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removal,
  removalIfThere,
  replacement,
} from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { listAs, readEach, readTogether } from '../table/read.ts';
import { listIndex } from '../table/table.ts';

/** A user or a service account, as stored. */
export const callerItem = z.object({
  id: actorId,
  type: userType,
  name: z.string(),
  /** Unique among people; null for service accounts and erased people. */
  email: z.nullable(z.string()),
  /** The time when the provider, an operator or the seed last confirmed that the address is theirs. Absent: nobody has confirmed it. */
  proven_at: z.optional(dateTime),
  given_name: z.nullable(z.string()),
  family_name: z.nullable(z.string()),
  /** The organization in which sessions and keys act if they are not bound to an organization. */
  current_organization_id: z.nullable(organizationId),
  /** The account at the identity provider that a person signs in with; null until their first sign-in. */
  identity_hash: z.nullable(z.string()),
  /** A session works only while it has the epoch of its user. Raising the epoch ends all of their sessions. */
  session_epoch: z.int(),
  /** The time when they were disabled: their credentials do not work, and they cannot sign in. null: they are not disabled. */
  disabled_at: z.nullable(dateTime),
  /**
   * The time when they were erased: their name and address are gone. The item stays, so that nobody else gets their id. Absent: they were
   * not erased.
   */
  erased_at: z.optional(dateTime),
  /**
   * The time when they came to read a shared document. They may only read until they found or join an organization, or until an operator
   * makes them a user. Absent: they may do more than read.
   */
  reader_since: z.optional(dateTime),
  /** The language that they chose. Absent: they chose none. */
  language: z.optional(language),
  /** The number of organizations that they founded, without organizations that operators made for them. */
  founded_count: z.int(),
  revision: z.int(),
});
export type CallerItem = z.infer<typeof callerItem>;

export const getCaller = async (userId: ActorId | MemberUserId): Promise<CallerItem | undefined> =>
  (await getCallers([userId]))[0];

/** Reads any number of callers. Missing ones are left out. */
export const getCallers = (userIds: readonly (ActorId | MemberUserId)[]): Promise<CallerItem[]> =>
  readEach(callerItem, userIds.map(callerKey));

const emailItem = z.object({ user_id: actorId });

export async function findUserByEmail(email: string): Promise<CallerItem | undefined> {
  const { address } = await readTogether({ address: [emailItem, emailKey(email)] });
  return address && getCaller(address.user_id);
}

/** Lists all users and service accounts, oldest first. */
export const listCallers = (): Promise<CallerItem[]> => listAs(callerItem, operatorList.callers);

/**
 * Returns a caller, their membership in the organization where they act, and `requestedExists`: whether the organization exists in which
 * they ask to act instead. Returns undefined if there is no such caller. Takes a second round trip if the caller acts in their current
 * organization and not in `boundOrganizationId`.
 */
export async function getIdentity(
  userId: ActorId,
  boundOrganizationId: OrganizationId | null,
  requestedOrganizationId: OrganizationId | null,
) {
  const memberIn = (id: OrganizationId | null) => (id === null ? null : memberKey(id, userId));
  const { caller, bound, requested } = await readTogether({
    caller: [callerItem, callerKey(userId)],
    bound: [memberItem, memberIn(boundOrganizationId)],
    requested: [organizationItem, requestedOrganizationId && organizationKey(requestedOrganizationId)],
  });
  if (!caller) return undefined;
  const acting = boundOrganizationId ?? caller.current_organization_id;
  const { member } =
    acting === boundOrganizationId
      ? { member: bound }
      : await readTogether({ member: [memberItem, memberIn(acting)] });
  return { caller, organization_id: acting, member, requestedExists: requested !== undefined };
}

const newCaller = {
  current_organization_id: null,
  identity_hash: null,
  session_epoch: 0,
  disabled_at: null,
  founded_count: 0,
  revision: 1,
} as const;

/** Returns the first state of a person without an organization, whose address is proven at `now` (epoch milliseconds). */
export const newUser = (
  given: Pick<CallerItem, 'name' | 'given_name' | 'family_name'> & { readonly email: string },
  now: number,
): CallerItem => ({
  id: newId('user'),
  type: 'user_account',
  ...given,
  ...newCaller,
  proven_at: new Date(now).toISOString(),
});

/** Returns a person whose address is proven at `now` (epoch milliseconds). */
export const provenAt = (person: CallerItem, now: number): CallerItem => ({
  ...person,
  proven_at: new Date(now).toISOString(),
});

/** Stores whether the address of a person is proven; conflicts when they have changed since they were loaded. */
export const storeProof = (person: CallerItem): Bookkeeping<CallerItem> =>
  bookkeeping('account', replaceCaller(person));

/** Returns a person whose address is not proven. */
export const withoutProof = ({ proven_at: _ended, ...person }: CallerItem): CallerItem => person;

/** Returns the first state of a person who came to read a document at `now` (epoch milliseconds). */
export const newReader = (given: Parameters<typeof newUser>[0], now: number): CallerItem => ({
  ...newUser(given, now),
  reader_since: new Date(now).toISOString(),
});

/** Returns whether a person is a mere reader (`reader_since`). */
export const isReader = ({ reader_since }: CallerItem): boolean => reader_since !== undefined;

/** Returns a person with the chosen language; null: without one. */
export const withLanguage = (
  { language: _before, ...person }: CallerItem,
  chosen: Language | null,
): CallerItem => (chosen === null ? person : { ...person, language: chosen });

/** Stores the language that a person chose; conflicts when they have changed since they were loaded. */
export const storeLanguage = (person: CallerItem): Bookkeeping<CallerItem> =>
  bookkeeping('preference', replaceCaller(person));

/** Returns a person who is no longer a mere reader. */
export const asOrdinaryUser = ({ reader_since: _ended, ...person }: CallerItem): CallerItem => person;

/** Returns the first state of a service account that belongs to no organization. */
export const newServiceAccount = (name: string): CallerItem => ({
  id: newId('svc'),
  type: 'service_account',
  name,
  email: null,
  given_name: null,
  family_name: null,
  ...newCaller,
});

/**
 * Returns a person who is disabled from `now` on (epoch milliseconds). If the person is disabled already, the earlier time stays. Raises
 * their epoch, so that none of their sessions works again, even if it begins at the same moment.
 */
export const asDisabled = (person: CallerItem, now: number): CallerItem => ({
  ...person,
  disabled_at: person.disabled_at ?? new Date(now).toISOString(),
  session_epoch: person.session_epoch + 1,
});

/** Creates a service account. It has no e-mail address to claim. */
export const createAccount = (account: CallerItem): Change<CallerItem> => creation(placeOf(account), account);

/** Creates a caller and claims a person's e-mail address; conflicts when another user has it. Throws when it is not an address. */
export const createCaller = (caller: CallerItem): [Bookkeeping<CallerItem>, ...Bookkeeping[]] => [
  bookkeeping('account', creation(placeOf(caller), caller)),
  ...(caller.email === null ? [] : [bookkeeping('account', claimAddress(caller.email, caller.id))]),
];

/** Claims an e-mail address for a person; conflicts when somebody has it. Throws when it is not an address. */
export function claimAddress(email: string, user_id: ActorId): Change {
  const key = emailKey(email);
  if (!key) throw new Error(`${email} is no e-mail address`);
  return creation(key, { user_id });
}

/** Releases the e-mail address of a person, so that somebody else can claim it. */
export function releaseAddress({ email }: CallerItem): Change[] {
  const key = email && emailKey(email);
  return key ? [removal(key)] : [];
}

/**
 * Replaces a caller; conflicts when they have changed since they were loaded. When their e-mail address changes, the same transaction must
 * claim the new address and release the old address.
 */
export const replaceCaller = (caller: CallerItem): Change<CallerItem> => replacement(placeOf(caller), caller);

/** The name of erased people, where a name is required. */
export const erasedName = 'Erased user';

/**
 * Returns a person during their erasure: disabled, and without a name and a language. The address stays until the end of the erasure,
 * because the erasure searches for it.
 */
export const unnamedPerson = (person: CallerItem, now: number): CallerItem => ({
  ...asDisabled(withLanguage(person, null), now),
  name: erasedName,
  given_name: null,
  family_name: null,
});

/**
 * Erases a person's name, address and claims. Nobody can sign in as them again. Conflicts when they have changed since they were loaded.
 * `now`: epoch milliseconds.
 */
export const erasePerson = (person: CallerItem, now: number): [Bookkeeping<CallerItem>, ...Bookkeeping[]] => [
  bookkeeping(
    'removal',
    replaceCaller({
      ...unnamedPerson(person, now),
      email: null,
      current_organization_id: null,
      identity_hash: null,
      erased_at: new Date(now).toISOString(),
    }),
  ),
  ...[...claimsOf(person), apiKeyRosterKey(person.id)].map(remove),
];

/** The items that assign an e-mail address, and an account at the identity provider, to a person. */
const claimsOf = ({ email, identity_hash }: CallerItem): Key[] =>
  [email && emailKey(email), identity_hash && identityKey(identity_hash)].flatMap((key) => key || []);

/**
 * Removes a caller, their claims and their counts. Their keys, sessions and memberships must be removed before; the documents that they
 * made stay.
 */
export const removeCaller = (caller: CallerItem): Bookkeeping[] => [
  bookkeeping('removal', removal(callerKey(caller.id))),
  ...[...claimsOf(caller), usageKey(caller.id), apiKeyRosterKey(caller.id)].map(remove),
];

/** Removes a service account, if it exists. Its keys and memberships must be removed before. */
export const removeServiceAccount = ({ id }: Pick<CallerItem, 'id'>): Bookkeeping[] =>
  [callerKey(id), usageKey(id), apiKeyRosterKey(id)].map(remove);

const remove = (key: Key): Bookkeeping => bookkeeping('removal', removalIfThere(key));

const placeOf = ({ id }: CallerItem) => ({
  ...callerKey(id),
  [listIndex.partitionKey]: operatorList.callers,
  [listIndex.sortKey]: ulidOf(id),
});
