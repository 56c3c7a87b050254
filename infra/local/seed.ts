import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MemberRole } from '../../shared/contract/enumerations.ts';
import { ulidOf } from '../../shared/contract/identifiers.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import { environmentNames } from '../../shared/environment.ts';
import { generateApiKey, hashSecret } from '../../shared/http/apiKeys.ts';

export interface SeedOptions {
  readonly baseUrl: string;
  readonly dataDirectory: string;
  readonly resources: { readonly tableName: string; readonly bucketName: string };
  readonly endpoints: { readonly dynamodb: string; readonly s3: string; readonly sqs: string };
}

/** What the people of the local stage are called, and what a client needs to act as each of them. */
interface Credentials {
  base_url: string;
  readonly organization_id: string;
  readonly api_keys: Readonly<Record<string, string>>;
  readonly user_ids: Readonly<Record<string, string>>;
  readonly policy_ids: readonly string[];
}

const readOnly: readonly Permission[] = ['document#read', 'organization#list_members'];

/**
 * Fills an empty local stage with an organization, people of every role, their API keys and some policies, and writes
 * `credentials.json`. On later starts everything stays as it is; only the base URL is brought up to date.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const path = join(options.dataDirectory, 'credentials.json');
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  const credentials: Credentials =
    existing === undefined ? await createActors(options) : JSON.parse(existing);
  credentials.base_url = options.baseUrl;
  await writeWhole(path, `${JSON.stringify(credentials, null, 2)}\n`);
}

/** Readers see the old file or the new one, never half of it. Readable by this user only: it holds secrets. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

async function createActors({ baseUrl, resources, endpoints }: SeedOptions): Promise<Credentials> {
  const data = await loadData(resources.tableName, endpoints.dynamodb);
  const now = new Date().toISOString();

  const organization = async (name: string) => {
    const id = data.newId('org');
    await data.commit(data.createOrganization({ id, name, owner_count: 1, revision: 1 }));
    return id;
  };
  const caller = async (
    prefix: 'user' | 'svc',
    name: string,
    email: string | null,
    in_: string | null,
    role: MemberRole,
  ) => {
    const id = data.newId(prefix);
    const [given_name, family_name] = email === null ? [null, null] : name.split(' ');
    const type = prefix === 'user' ? 'user_account' : 'service_account';
    await data.commit(
      data.createCaller({
        id,
        type,
        name,
        email,
        given_name: given_name ?? null,
        family_name: family_name ?? null,
        current_organization_id: in_,
      }),
      ...(in_ === null
        ? []
        : [data.createMember({ organization_id: in_, user_id: id, role, joined_at: now, revision: 1 })]),
    );
    return id;
  };
  const apiKey = async (
    owner_id: string,
    organization_id: string | null,
    permissions: readonly Permission[] | null,
  ) => {
    const { uuid, secret, text } = generateApiKey('test');
    await data.commit(
      data.createApiKey({
        uuid,
        secret_hash: hashSecret(secret),
        owner_id,
        organization_id,
        permissions: permissions && [...permissions],
        expires_at: null,
        revoked_at: null,
      }),
    );
    return text;
  };

  const acme = await organization('Acme Records');
  const other = await organization('Borealis Archive');
  const staffed = await organization('Document Governance');

  const owner = await caller('user', 'Olivia Owner', 'olivia@acme.example', acme, 'owner');
  const admin = await caller('user', 'Adam Admin', 'adam@acme.example', acme, 'admin');
  const member = await caller('user', 'Mia Member', 'mia@acme.example', acme, 'member');
  const service = await caller('svc', 'Nightly import', null, acme, 'member');
  const outsider = await caller('user', 'Oskar Outsider', 'oskar@borealis.example', other, 'owner');
  const staff = await caller('user', 'Stella Staff', 'stella@staff.example', staffed, 'owner');
  const newcomer = await caller('user', 'Nora Newcomer', 'nora@newcomer.example', null, 'member');

  const policy_ids: string[] = [];
  for (const name of ['Confidential handling', 'Retention: seven years', 'Legal review before release']) {
    const id = data.newId('pol');
    await data.commit(data.createPolicy({ id, organization_id: acme, name }));
    policy_ids.push(id);
  }

  const memberId = (id: string) => `usr_${ulidOf(id)}`;
  return {
    base_url: baseUrl,
    organization_id: acme,
    api_keys: {
      owner: await apiKey(owner, acme, null),
      admin: await apiKey(admin, acme, null),
      member: await apiKey(member, acme, null),
      read_only: await apiKey(member, acme, readOnly),
      service_account: await apiKey(service, acme, null),
      staff: await apiKey(staff, staffed, null),
      newcomer: await apiKey(newcomer, null, null),
      outsider: await apiKey(outsider, other, null),
    },
    user_ids: { owner: memberId(owner), admin: memberId(admin), member: memberId(member) },
    policy_ids,
  };
}

/**
 * `shared/data` reads its table's name and the SDK its endpoint from the environment when they are loaded, so both are
 * set first. The credentials are what local stores accept from anyone.
 */
async function loadData(tableName: string, endpoint: string) {
  process.env[environmentNames.tableName] = tableName;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_REGION ??= 'us-east-1';
  process.env.AWS_ACCESS_KEY_ID ??= 'local';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'local';
  const { dynamo } = await import('../../shared/data/client.ts');
  const { commit } = await import('../../shared/data/commit.ts');
  const { newId } = await import('../../shared/data/ids.ts');
  const { createApiKey, createCaller } = await import('../../shared/data/identity.ts');
  const { createMember, createOrganization, createPolicy } = await import(
    '../../shared/data/organizations.ts'
  );
  return {
    dynamo,
    commit,
    newId,
    createApiKey,
    createCaller,
    createMember,
    createOrganization,
    createPolicy,
  };
}
