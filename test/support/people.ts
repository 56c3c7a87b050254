/** Builders that write to the table of `startInProcess`: people, organizations and credentials of every kind. */
import type { MemberRole } from '../../shared/contract/enumerations.ts';
import { ulidOf } from '../../shared/contract/identifiers.ts';
import { type ApiKeyItem, createApiKey } from '../../shared/data/apiKeys.ts';
import { type CallerItem, createCaller } from '../../shared/data/callers.ts';
import { commit } from '../../shared/data/commit.ts';
import { newId } from '../../shared/data/ids.ts';
import {
  createMember,
  createOrganization,
  getOrganization,
  newMember,
  replaceOrganization,
} from '../../shared/data/organizations.ts';
import { createSession, newSession } from '../../shared/data/sessions.ts';
import { generateApiKey, hashSecret } from '../../shared/http/apiKeys.ts';
import { generateSessionToken, hashSessionToken } from '../../shared/http/sessionCookie.ts';

/** A user of no organization, unless told otherwise. */
export function person(given: Partial<CallerItem> = {}): CallerItem {
  const id = newId('user');
  return {
    id,
    type: 'user_account',
    name: 'Petra Person',
    email: `${ulidOf(id)}@people.example`,
    given_name: 'Petra',
    family_name: 'Person',
    current_organization_id: null,
    revision: 1,
    ...given,
  };
}

export async function storedPerson(given: Partial<CallerItem> = {}): Promise<CallerItem> {
  const user = person(given);
  await commit(...createCaller(user));
  return user;
}

/** An organization and its owner. */
export async function storedOrganization(): Promise<{ id: string; owner: CallerItem }> {
  const id = newId('org');
  await commit(createOrganization({ id, name: 'Test', owner_count: 0, webhook_count: 0, revision: 1 }));
  return { id, owner: await storedMember(id, 'owner') };
}

/** Someone who joins an organization. */
export async function storedMember(
  id: string,
  role: MemberRole,
  given: Partial<CallerItem> = {},
): Promise<CallerItem> {
  const user = await storedPerson({ current_organization_id: id, ...given });
  const organization = await getOrganization(id);
  if (!organization) throw new Error(`no organization ${id}`);
  const owner_count = organization.owner_count + (role === 'owner' ? 1 : 0);
  await commit(
    createMember(newMember(user, id, role, Date.now())),
    replaceOrganization({ ...organization, owner_count }),
  );
  return user;
}

/** Credentials as headers, and the record behind them. */
export async function storedApiKey(owner: CallerItem, given: Partial<ApiKeyItem> = {}) {
  const { uuid, secret, text } = generateApiKey('test');
  const record: ApiKeyItem = {
    uuid,
    secret_hash: hashSecret(secret),
    name: 'test',
    owner_id: owner.id,
    organization_id: null,
    permissions: null,
    created_at: new Date().toISOString(),
    expires_at: null,
    revoked_at: null,
    usage_key: null,
    revision: 1,
    ...given,
  };
  await commit(createApiKey(record));
  return { record, headers: { Authorization: `Bearer ${text}` } };
}

/** A session that begins now, as headers, and the record behind it. */
export async function storedSession(user: CallerItem) {
  const token = generateSessionToken();
  const given = { token_hash: hashSessionToken(token), user_id: user.id, organization_id: null };
  const record = newSession(given, Math.floor(Date.now() / 1000));
  await commit(createSession(record));
  return { record, headers: { Cookie: `session=${token}` } };
}

/** A person as the member resources name them. */
export const memberIdOf = ({ id }: CallerItem): string => `usr_${ulidOf(id)}`;
