import type { MemberRole } from '../../shared/contract/enumerations.ts';
import { ulidOf } from '../../shared/contract/identifiers.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import type { CallerItem } from '../../shared/data/callers.ts';
import { generateApiKey, hashSecret } from '../../shared/http/apiKeys.ts';
import {
  generateSessionToken,
  hashSessionToken,
  sessionCookiePair,
} from '../../shared/http/sessionCookie.ts';
import { loadData } from '../dataRooms.ts';
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

const readOnly: readonly Permission[] = ['document#read', 'organization#list_members'];

/** Fills an empty table with an organization, people of every role, their API keys and sessions, and some policies. */
export async function createActors(
  baseUrl: string,
  tableName: string,
  dynamodbEndpoint: string,
): Promise<Credentials> {
  const data = await loadLocalData(tableName, dynamodbEndpoint);

  const organization = async (name: string) => {
    const id = data.newId('org');
    await data.commit(data.createOrganization({ id, name, owner_count: 1, webhook_count: 0, revision: 1 }));
    return id;
  };
  const join = async (caller: CallerItem, role: MemberRole) => {
    const id = caller.current_organization_id;
    if (id !== null) await data.commit(data.createMember(data.newMember(caller, id, role, Date.now())));
    return caller;
  };
  const person = async ({ name, email }: LocalPerson, in_: string | null, role: MemberRole = 'member') => {
    const [given_name = null, family_name = null] = name.split(' ');
    const user: CallerItem = {
      id: data.newId('user'),
      type: 'user_account',
      name,
      email,
      given_name,
      family_name,
      current_organization_id: in_,
      revision: 1,
    };
    await data.commit(...data.createCaller(user));
    return join(user, role);
  };
  const serviceAccount = async (name: string, in_: string) => {
    const account: CallerItem = {
      id: data.newId('svc'),
      type: 'service_account',
      name,
      email: null,
      given_name: null,
      family_name: null,
      current_organization_id: in_,
      revision: 1,
    };
    await data.commit(...data.createCaller(account));
    return join(account, 'member');
  };
  const apiKey = async (owner: CallerItem, permissions: readonly Permission[] | null = null) => {
    const { uuid, secret, text } = generateApiKey('test');
    await data.commit(
      data.createApiKey({
        uuid,
        secret_hash: hashSecret(secret),
        name: permissions === null ? 'local' : 'local, read only',
        owner_id: owner.id,
        organization_id: owner.current_organization_id,
        permissions: permissions && [...permissions],
        created_at: new Date().toISOString(),
        expires_at: null,
        revoked_at: null,
        usage_key: null,
        revision: 1,
      }),
    );
    return text;
  };
  const session = async (user: CallerItem) => {
    const token = generateSessionToken();
    const given = {
      token_hash: hashSessionToken(token),
      user_id: user.id,
      organization_id: user.current_organization_id,
    };
    await data.commit(data.createSession(data.newSession(given, Math.floor(Date.now() / 1000))));
    return sessionCookiePair(token, baseUrl);
  };

  const acme = await organization('Acme Records');
  const other = await organization('Borealis Archive');
  const staffed = await organization('Document Governance');

  const owner = await person(people.owner, acme, 'owner');
  const admin = await person(people.admin, acme, 'admin');
  const member = await person(people.member, acme);
  const service = await serviceAccount('Nightly import', acme);
  const outsider = await person(people.outsider, other, 'owner');
  const staff = await person(people.staff, staffed, 'owner');
  const newcomer = await person(people.newcomer, null);

  const policy_ids: string[] = [];
  for (const name of ['Confidential handling', 'Retention: seven years', 'Legal review before release']) {
    const id = data.newId('pol');
    await data.commit(data.createPolicy({ id, organization_id: acme, name }));
    policy_ids.push(id);
  }

  const memberId = ({ id }: CallerItem) => `usr_${ulidOf(id)}`;
  return {
    base_url: baseUrl,
    organization_id: acme,
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
    policy_ids,
  };
}

/** The credentials are what the local stores accept from anyone. */
function loadLocalData(tableName: string, endpoint: string) {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_REGION ??= 'us-east-1';
  process.env.AWS_ACCESS_KEY_ID ??= 'local';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local';
  return loadData(tableName);
}
