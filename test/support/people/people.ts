/** Makes people, organizations and credentials of every kind, in the table that the environment names. */
import type { MemberRole } from '../../../shared/contract/enumerations.ts';
import { type MemberUserId, type OrganizationId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { generateApiKey, hashSecret } from '../../../shared/credentials/apiKeys.ts';
import { hashToken, newToken } from '../../../shared/credentials/tokens.ts';
import { type ApiKeyItem, createApiKey, newApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { type CallerItem, createCaller, getCaller, newUser } from '../../../shared/data/callers/callers.ts';
import { createSession, newSession } from '../../../shared/data/callers/sessions.ts';
import { founding, joining } from '../../../shared/data/organizations/membership.ts';
import {
  getOrganization,
  getOrganizationAndMember,
} from '../../../shared/data/organizations/organizations.ts';
import { transact } from '../../../shared/data/table/commit.ts';

/** Makes a user. Default: without an organization */
export const person = (given: Partial<CallerItem> = {}): CallerItem => ({
  ...newUser(
    {
      name: 'Petra Person',
      email: `${crypto.randomUUID()}@people.example`,
      given_name: 'Petra',
      family_name: 'Person',
    },
    Date.now(),
  ),
  ...given,
});

export async function storedPerson(given: Partial<CallerItem> = {}): Promise<CallerItem> {
  const [user] = await transact(createCaller(person(given)));
  return user;
}

/** Makes an organization and its owner. */
export async function storedOrganization(): Promise<{ id: OrganizationId; owner: CallerItem }> {
  const { organization, writes } = founding(await storedPerson(), 'Test', Date.now());
  const [, , owner] = await transact(writes);
  return { id: organization.id, owner };
}

/** Makes a person who joins an organization. */
export async function storedMember(
  id: OrganizationId,
  role: MemberRole,
  given: Partial<CallerItem> = {},
): Promise<CallerItem> {
  return joined(await storedPerson(given), id, role);
}

/** Lets a stored person join an organization, in their stored state. Returns their new state. */
export async function joined(
  { id }: Pick<CallerItem, 'id'>,
  organizationId: OrganizationId,
  role: MemberRole,
): Promise<CallerItem> {
  const [organization, person] = [await getOrganization(organizationId), await getCaller(id)];
  if (!organization || !person) throw new Error(`no organization ${organizationId}, or no person ${id}`);
  const [, , user] = await transact(joining(person, organization, role, Date.now()).writes);
  return user;
}

/** Makes an API key. Returns the headers that send it, and its record. Default: it is bound to the owner's current organization */
export async function storedApiKey(owner: CallerItem, given: Partial<ApiKeyItem> = {}) {
  const { uuid, secret, text } = generateApiKey('test');
  const { organization_id = owner.current_organization_id } = given;
  const made = newApiKey(
    { uuid, secret_hash: hashSecret(secret), name: 'test', owner_id: owner.id, organization_id },
    Date.now(),
  );
  const member = organization_id && (await getOrganizationAndMember(organization_id, owner.id)).member;
  const record = { ...made, ...(member && { member_since: member.joined_at }), ...given };
  await transact([createApiKey(record)]);
  return { record, headers: { Authorization: `Bearer ${text}` } };
}

/** Returns how a person or a service account calls operations with a new API key. */
export const byKey = async (owner: CallerItem, given: Partial<ApiKeyItem> = {}) =>
  ({ as: null, headers: (await storedApiKey(owner, given)).headers }) as const;

/** Makes an organization and its owner. `by`: how the owner calls operations */
export async function ownedOrganization() {
  const { id, owner } = await storedOrganization();
  return { id, owner, by: await byKey(owner) };
}

/** Makes a session that begins now. Returns the headers that send it, and its record. */
export async function storedSession(user: CallerItem) {
  const token = newToken();
  const given = { token_hash: hashToken(token), organization_id: null };
  const record = newSession(given, user, Math.floor(Date.now() / 1000));
  await transact([createSession(record)]);
  return { record, headers: { Cookie: `session=${token}` } };
}

/** Returns how a person calls operations of a stage with a new session in a browser. */
export const bySession = async (user: CallerItem, { base_url: Origin }: { readonly base_url: string }) =>
  ({ as: null, headers: { ...(await storedSession(user)).headers, Origin } }) as const;

/** Returns a person as member resources show them. */
export const memberIdOf = ({ id }: CallerItem): MemberUserId => `usr_${ulidOf(id)}`;
