import type { MemberRole } from '../../shared/contract/enumerations.ts';
import { type OrganizationId, ulidOf } from '../../shared/contract/identifiers.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import { generateApiKey, hashSecret } from '../../shared/credentials/apiKeys.ts';
import { hashToken, newToken } from '../../shared/credentials/tokens.ts';
import { type ApiKeyItem, createApiKey, newApiKey } from '../../shared/data/callers/apiKeys.ts';
import {
  type CallerItem,
  createCaller,
  newServiceAccount,
  newUser,
} from '../../shared/data/callers/callers.ts';
import { createSession, newSession } from '../../shared/data/callers/sessions.ts';
import { founding, joining } from '../../shared/data/organizations/membership.ts';
import { getMembers, getOrganization } from '../../shared/data/organizations/organizations.ts';
import {
  createPolicy,
  getPolicyAndNames,
  newPolicy,
  type PolicyItem,
} from '../../shared/data/policies/policies.ts';
import { writeBookkeeping } from '../../shared/data/table/commit.ts';
import { markFormat } from '../../shared/data/table/format.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { sessionCookiePair } from '../../shared/http/sessionCookie.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { type LocalPerson, people } from './people.ts';
import { labels, type SamplePolicy } from './samplePolicies.ts';

export { localStaffDomain } from './people.ts';

/** The people of the local stage, with credentials for each of them. */
export interface Credentials {
  base_url: string;
  readonly organization_id: string;
  readonly api_keys: Readonly<Record<string, string>>;
  readonly user_ids: Readonly<Record<string, string>>;
  readonly session_cookies: Readonly<Record<string, string>>;
  readonly policy_ids: readonly string[];
}

const readOnly: Permission[] = ['document#read', 'organization#list_members'];

type Actors = Readonly<Record<keyof typeof people | 'service_account', CallerItem>>;

/** Returns new people of every role and a service account. `emailOf`: returns the address of a person. */
export function newActors(emailOf: (person: LocalPerson) => string): Actors {
  const actor = (person: LocalPerson): CallerItem => {
    const [given_name = null, family_name = null] = person.name.split(' ');
    return newUser({ name: person.name, email: emailOf(person), given_name, family_name }, Date.now());
  };
  return {
    owner: actor(people.owner),
    admin: actor(people.admin),
    member: actor(people.member),
    outsider: actor(people.outsider),
    staff: actor(people.staff),
    newcomer: actor(people.newcomer),
    service_account: newServiceAccount('Nightly import'),
  };
}

/** Stores the format of an empty table, and adds an organization, people of every role, their API keys and sessions, and some policies. */
export async function createActors(
  baseUrl: string,
  outputs: Readonly<Record<string, string>>,
  dynamodbEndpoint: string,
  root: { readonly accessKeyId: string; readonly secretAccessKey: string },
  policies: readonly SamplePolicy[] | undefined,
): Promise<Credentials> {
  process.env[environmentNames.tableName] = outputs.TableName;
  process.env[environmentNames.sessionHours] = outputs.SessionHours;
  process.env[environmentNames.sessionIdleHours] = outputs.SessionIdleHours;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodbEndpoint;
  process.env.AWS_REGION ??= 'us-east-1';
  process.env.AWS_ACCESS_KEY_ID = root.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = root.secretAccessKey;
  // These variables would select the AWS credentials of the user who starts the stage.
  delete process.env.AWS_SESSION_TOKEN;
  delete process.env.AWS_PROFILE;
  await markFormat();
  return storeActors(
    newActors(({ email }) => email),
    {
      baseUrl,
      keyEnvironment: 'test',
      keyName: 'local',
      storeKey: (apiKey) => commitChange({ records: seed, writes: [createApiKey(apiKey)] }),
      policies,
    },
  );
}

/** Seeding leaves no activity. */
const seed = { unrecorded: 'seed' } as const;

/** The properties of a stage that gets actors. */
interface ActorsStage {
  readonly baseUrl: string;
  readonly keyEnvironment: 'live' | 'test';
  /** The name of the actors' API keys. */
  readonly keyName: string;
  storeKey(apiKey: ApiKeyItem): Promise<unknown>;
  /** Default: labels */
  readonly policies?: readonly SamplePolicy[] | undefined;
}

/** Stores actors, with organizations, policies and credentials of their own. */
export async function storeActors(actors: Actors, stage: ActorsStage): Promise<Credentials> {
  const { baseUrl, keyEnvironment, keyName, storeKey } = stage;
  const stored = async (actor: CallerItem): Promise<CallerItem> => {
    const [caller] = await writeBookkeeping(createCaller(actor));
    return caller;
  };
  const organization = async (name: string, founder: CallerItem) => {
    const { organization, writes } = founding(await stored(founder), name, Date.now());
    const [, , owner] = await commitChange({ records: seed, writes });
    return { organization, owner };
  };
  const join = async (actor: CallerItem, organizationId: OrganizationId, role: MemberRole) => {
    const organization = await getOrganization(organizationId);
    if (!organization) throw new Error(`the organization ${organizationId} is gone`);
    const [, , joined] = await commitChange({
      records: seed,
      writes: joining(await stored(actor), organization, role, Date.now()).writes,
    });
    return joined;
  };
  const apiKey = async (owner: CallerItem, permissions: Permission[] | null = null) => {
    const { uuid, secret, text } = generateApiKey(keyEnvironment);
    const { current_organization_id: organization_id } = owner;
    const [member] = organization_id === null ? [] : await getMembers(organization_id, [owner.id]);
    const given = {
      uuid,
      secret_hash: hashSecret(secret),
      name: permissions === null ? keyName : `${keyName}, read only`,
      owner_id: owner.id,
      organization_id,
      ...(member && { member_since: member.joined_at }),
      permissions,
    };
    await storeKey(newApiKey(given, Date.now()));
    return text;
  };
  const session = async (user: CallerItem) => {
    const token = newToken();
    const given = { token_hash: hashToken(token), organization_id: user.current_organization_id };
    await writeBookkeeping([createSession(newSession(given, user, Math.floor(Date.now() / 1000)))]);
    return sessionCookiePair(token, baseUrl);
  };

  const { organization: acme, owner } = await organization('Acme Records', actors.owner);
  const { owner: outsider } = await organization('Borealis Archive', actors.outsider);
  const { owner: staff } = await organization('Document Governance', actors.staff);
  const admin = await join(actors.admin, acme.id, 'admin');
  const member = await join(actors.member, acme.id, 'member');
  const service = await join(actors.service_account, acme.id, 'member');
  const newcomer = await stored(actors.newcomer);

  const policies: PolicyItem[] = [];
  for (const { name, rules } of stage.policies ?? labels) {
    const { names } = await getPolicyAndNames(acme.id);
    const [policy] = await commitChange({
      records: seed,
      writes: createPolicy(newPolicy(acme.id, name, rules), names),
    });
    policies.push(policy);
  }

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
