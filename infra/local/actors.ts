import type { MemberRole } from '../../shared/contract/enumerations.ts';
import { type OrganizationId, ulidOf } from '../../shared/contract/identifiers.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import { createApiKey, newApiKey } from '../../shared/data/apiKeys.ts';
import { type CallerItem, createCaller, newServiceAccount, newUser } from '../../shared/data/callers.ts';
import { commit } from '../../shared/data/commit.ts';
import { commitWithEvents } from '../../shared/data/events.ts';
import { founding, joining } from '../../shared/data/membership.ts';
import { getOrganization } from '../../shared/data/organizations.ts';
import { createPolicy, newPolicy } from '../../shared/data/policies.ts';
import { createSession, newSession } from '../../shared/data/sessions.ts';
import { environmentNames } from '../../shared/environment.ts';
import { generateApiKey, hashSecret } from '../../shared/http/apiKeys.ts';
import {
  generateSessionToken,
  hashSessionToken,
  sessionCookiePair,
} from '../../shared/http/sessionCookie.ts';
import { type LocalPerson, people } from './people.ts';

export { localStaffDomain } from './people.ts';

/** Names the people of the local stage, with all that a client needs to act as each of them. */
export interface Credentials {
  base_url: string;
  readonly organization_id: string;
  readonly api_keys: Readonly<Record<string, string>>;
  readonly user_ids: Readonly<Record<string, string>>;
  readonly session_cookies: Readonly<Record<string, string>>;
  readonly policy_ids: readonly string[];
}

const readOnly: Permission[] = ['document#read', 'organization#list_members'];

/** Fills an empty table with an organization, people of every role, their API keys and sessions, and some policies. */
export async function createActors(
  baseUrl: string,
  tableName: string,
  dynamodbEndpoint: string,
): Promise<Credentials> {
  process.env[environmentNames.tableName] = tableName;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodbEndpoint;
  process.env.AWS_REGION ??= 'us-east-1';
  // The local stores accept any.
  process.env.AWS_ACCESS_KEY_ID ??= 'local';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local';

  const person = async ({ name, email }: LocalPerson): Promise<CallerItem> => {
    const [given_name = null, family_name = null] = name.split(' ');
    const [user] = await commit(createCaller(newUser({ name, email, given_name, family_name })));
    return user;
  };
  // Nobody could have subscribed to the events of what is here from the beginning.
  const organization = async (name: string, founder: LocalPerson) => {
    const { organization, writes } = founding(await person(founder), name, Date.now());
    const [, , owner] = await commitWithEvents([], writes);
    return { organization, owner };
  };
  const join = async (caller: CallerItem, organizationId: OrganizationId, role: MemberRole) => {
    const organization = await getOrganization(organizationId);
    if (!organization) throw new Error(`the organization ${organizationId} is gone`);
    const [, , joined] = await commit(joining(caller, organization, role, Date.now()).writes);
    return joined;
  };
  const apiKey = async (owner: CallerItem, permissions: Permission[] | null = null) => {
    const { uuid, secret, text } = generateApiKey('test');
    const given = {
      uuid,
      secret_hash: hashSecret(secret),
      name: permissions === null ? 'local' : 'local, read only',
      owner_id: owner.id,
      organization_id: owner.current_organization_id,
      permissions,
    };
    await commit([createApiKey(newApiKey(given, Date.now()))]);
    return text;
  };
  const session = async (user: CallerItem) => {
    const token = generateSessionToken();
    const given = { token_hash: hashSessionToken(token), organization_id: user.current_organization_id };
    await commit([createSession(newSession(given, user, Math.floor(Date.now() / 1000)))]);
    return sessionCookiePair(token, baseUrl);
  };

  const { organization: acme, owner } = await organization('Acme Records', people.owner);
  const { owner: outsider } = await organization('Borealis Archive', people.outsider);
  const { owner: staff } = await organization('Document Governance', people.staff);
  const admin = await join(await person(people.admin), acme.id, 'admin');
  const member = await join(await person(people.member), acme.id, 'member');
  const [account] = await commit(createCaller(newServiceAccount('Nightly import')));
  const service = await join(account, acme.id, 'member');
  const newcomer = await person(people.newcomer);

  const policies = ['Confidential handling', 'Retention: seven years', 'Legal review before release'].map(
    (name) => newPolicy(acme.id, name),
  );
  await commit(policies.map(createPolicy));

  const memberId = ({ id }: CallerItem) => `usr_${ulidOf(id)}`;
  return {
    base_url: baseUrl,
    organization_id: acme.id,
    api_keys: {
      owner: await apiKey(owner),
      admin: await apiKey(admin),
      member: await apiKey(member),
      read_only: await apiKey(member, readOnly),
      service_account: await apiKey(service),
      staff: await apiKey(staff),
      newcomer: await apiKey(newcomer),
      outsider: await apiKey(outsider),
    },
    user_ids: { owner: memberId(owner), admin: memberId(admin), member: memberId(member) },
    session_cookies: { owner: await session(owner), member: await session(member) },
    policy_ids: policies.map(({ id }) => id),
  };
}
