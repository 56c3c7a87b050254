import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import type { ActorId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { type ActivityItem, activityItem } from '../../../shared/data/activity/activity.ts';
import { everyCommand } from '../../support/adminCommands.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { readCredentials } from '../../support/people/credentialsFile.ts';
import { storeDocuments, storedShare } from '../../support/storedDocuments.ts';
import { deliveriesTo, registeredIn } from './endpoints.ts';
import { deleted, founded, joined, operator, someEmail } from './operator.ts';

const stage = await operator();
const { record } = stage;
const directory = directoryOfTests();

/** An organization in which a command acts. */
interface There {
  readonly id: OrganizationId;
  readonly owner: ActorId;
  /** The address of a member. */
  readonly email: string;
  readonly here: readonly string[];
}
type Argv = readonly string[];

/** A command line, and the organization whose activity records it. */
interface Prepared {
  readonly organization: string;
  readonly argv: Argv;
}

/** Prepares a command, and returns its arguments. */
type Prepare = (there: There) => Argv | Promise<Argv | Prepared>;

/** A command, and the types of the entries that it writes: one for each act. */
const acts = (command: string, types: string, prepare: Prepare, of?: string) => ({
  command,
  types: types.split(' '),
  prepare,
  of,
  asks: false,
});
/** A command that takes something away, and so asks first. */
const takes = (...row: Parameters<typeof acts>) => ({ ...acts(...row), asks: true });

const ofMember = ({ email }: There) => [email];
const keyOf = async (owner: string) => String((await record('keys issue', owner)).id);
const accountIn = async (here: Argv) =>
  String((await record('service-accounts create', 'Importer', ...here)).id);
const policyIn = async (here: Argv) => String((await record('policies create', 'Confidential', ...here)).id);
const documentIn = async (id: OrganizationId) => (await storeDocuments(id, 1))[0] ?? 'doc_';
const endpointOf = async ({ id, owner }: There) => (await registeredIn(id, owner)).id;
/** The arguments that add a member to another organization. */
async function elsewhere(member: string): Promise<Prepared> {
  const { organization } = await founded(stage);
  return { organization, argv: [member, '--organization', organization] };
}
async function fileOf(content: string): Promise<string> {
  const path = join(directory, `${crypto.randomUUID()}.csv`);
  await writeFile(path, content);
  return path;
}

const rows = [
  acts('organizations quotas', 'quotas.updated', ({ id }) => [id, '--documents', '7']),
  acts('organizations restore', 'organization.restored', async ({ id }) => {
    await deleted(id, stage.clock.now);
    return [id];
  }),
  acts('users quotas', 'quotas.updated', ({ email }) => [email, '--organizations', '7']),
  takes('users disable', 'user.disabled', ofMember),
  takes(
    'users disable',
    'sessions.revoked user.disabled',
    async ({ email }) => {
      await record('sessions create', email);
      return [email];
    },
    'who is signed in',
  ),
  takes(
    'users disable',
    'user.disabled',
    async ({ email }) => ['--from', await fileOf(`email\n${email}\n`)],
    'of a file',
  ),
  acts('users import', 'member.joined', async ({ here }) => [
    await fileOf(`email,name,role\n${someEmail()},Grace Hopper,admin\n`),
    ...here,
  ]),
  acts('users enable', 'user.enabled', ofMember),
  takes('users rebind', 'user.rebound', ofMember),
  acts('users rename', 'user.updated', ({ email }) => [email, 'Augusta']),
  takes('users change-address', 'user.updated', ({ email }) => [email, someEmail()]),
  takes('users erase', 'api_key.revoked member.removed user.erased', async ({ email }) => {
    await keyOf(email);
    return [email];
  }),
  acts('service-accounts create', 'service_account.created', ({ here }) => ['Importer', ...here]),
  acts('members add', 'member.joined', ({ email }) => elsewhere(email), 'a person'),
  acts(
    'members add',
    'service_account.added',
    async ({ here }) => elsewhere(await accountIn(here)),
    'a service account',
  ),
  acts('members set-role', 'member.role_updated', ({ email, here }) => [email, 'admin', ...here], 'a person'),
  acts(
    'members set-role',
    'service_account.role_updated',
    async ({ here }) => [await accountIn(here), 'admin', ...here],
    'a service account',
  ),
  takes('members remove', 'member.removed', ({ email, here }) => [email, ...here], 'a person'),
  takes(
    'members remove',
    'service_account.removed',
    async ({ here }) => [await accountIn(here), ...here],
    'a service account',
  ),
  takes(
    'members set-role',
    'member.role_updated',
    async ({ id, here }) => [await joined(stage, id, 'admin'), 'member', ...here],
    'somebody who loses rights',
  ),
  acts('keys issue', 'api_key.created', ofMember),
  acts('keys expire', 'api_key.updated', async ({ email }) => [await keyOf(email), '7d']),
  takes(
    'keys revoke',
    'api_key.revoked',
    async ({ here }) => {
      // A member without a current organization.
      const left = await founded(stage);
      const email = await joined(stage, left.organization);
      await record('members add', email, ...here);
      await record('members remove --yes', email, '--organization', left.organization);
      return [await keyOf(email)];
    },
    'one that is bound to no organization',
  ),
  acts('sessions create', 'session.created', ofMember),
  takes('sessions revoke', 'sessions.revoked', async ({ email }) => {
    for (let count = 0; count < 2; count += 1) await record('sessions create', email);
    return [email, '--all'];
  }),
  acts('policies create', 'policy.created', ({ here }) => ['Confidential', ...here]),
  acts('policies update', 'policy.updated', async ({ here }) => [
    await policyIn(here),
    ...here,
    '--name',
    'Secret',
  ]),
  takes(
    'policies update',
    'policy.updated',
    async ({ here }) => {
      const policy = await record('policies create', 'Marked', ...here, '--rules', '{"watermark": true}');
      return [String(policy.id), ...here, '--rules', '{}'];
    },
    'rules that it loses',
  ),
  acts('policies attach', 'policy.attached', async ({ id, here }) => [
    await policyIn(here),
    await documentIn(id),
  ]),
  takes('policies detach', 'policy.detached', async ({ id, here }) => {
    const argv = [await policyIn(here), await documentIn(id)];
    await record('policies attach', ...argv);
    return argv;
  }),
  takes('documents unshare', 'document.unshared', async ({ id }) => {
    const documentId = await documentIn(id);
    return [documentId, (await storedShare(documentId)).id];
  }),
  acts('webhooks test', 'webhook.test', async (there) => [await endpointOf(there)]),
  acts('webhooks resend-since', 'webhook.deliveries_resent', async (there) => [
    await endpointOf(there),
    '12h',
  ]),
  takes('webhooks disable', 'webhook.disabled', async (there) => [await endpointOf(there)]),
  acts('webhooks enable', 'webhook.updated', async (there) => {
    const id = await endpointOf(there);
    await record('webhooks disable --yes', id);
    return [id];
  }),
  takes('webhooks delete', 'webhook.deleted', async (there) => [await endpointOf(there)]),
  acts('webhooks rotate-secret', 'webhook.secret_rotated', async (there) => [await endpointOf(there)]),
  takes(
    'webhooks rotate-secret',
    'webhook.secret_rotated',
    async (there) => [await endpointOf(there), '--now'],
    'one that was leaked',
  ),
  acts('webhooks resend', 'webhook.deliveries_resent', async (there) => {
    const id = await endpointOf(there);
    const [event = ''] = await deliveriesTo({ id, organization: there.id }, { status: 'failed' });
    return [id, event];
  }),
  takes(
    'conformance remove',
    `${'api_key.revoked '.repeat(5)}organization.deleted sessions.revoked sessions.revoked`,
    async () => {
      const path = join(directory, `${crypto.randomUUID()}.json`);
      await record('conformance prepare', '--output', path);
      return { organization: (await readCredentials(path)).organization_id, argv: [path] };
    },
  ),
];

/** Commands that write no entry in the activity of an existing organization, each with the reason. */
const unrecorded: Readonly<Record<string, string>> = {
  'users create': 'a new user belongs to no organization, and neither does a reader who becomes a user',
  'conformance prepare': 'it founds organizations for tests, which nobody else is in',
  'queues redrive': 'queues belong to the stage, and have messages about all organizations',
  'mail allow': 'a block of an address belongs to no organization',
  'stage clean-up': 'the stage is gone, with all activity',
  'documents keep-texts': 'the text of a version is made of its file, and changes no document',
  'search rebuild': 'the index is made of documents and their texts, and changes none of them',
  'restore repair': 'a file gets the bytes back that its version names, or is no version of anything',
};

const tested: Readonly<Record<string, string>> = {
  'organizations create': 'below: its organization is not there before',
  'restore document': 'restoreExercises.test.ts',
};

const readOnly = [
  'audit verify',
  'doctor',
  'documents list',
  'documents shares',
  'documents show',
  'keys list',
  'keys show',
  'members list',
  'organizations export',
  'organizations list',
  'organizations show',
  'policies list',
  'policies show',
  'queues list',
  'requests show',
  'restore check',
  'search check',
  'service-accounts list',
  'sessions list',
  'users list',
  'users show',
  'webhooks attempts',
  'webhooks deliveries',
  'webhooks list',
  'webhooks show',
];

test('every command is read-only, recorded, or has a reason for no entry', () => {
  const all = everyCommand().map(({ name }) => name);
  const known = [
    ...rows.map(({ command }) => command),
    ...Object.keys(tested),
    ...Object.keys(unrecorded),
    ...readOnly,
  ];

  expect(all.toSorted()).toEqual([...new Set(known)].sort());
});

/** Returns all entries of activity in the table. */
async function entries(): Promise<Map<string, ActivityItem>> {
  const found = new Map<string, ActivityItem>();
  for (const item of await stage.everything()) {
    const entry = z.safeParse(activityItem, item).data;
    if (entry) found.set(entry.id, entry);
  }
  return found;
}

/** Runs a command, and returns the entries that it writes. */
async function entriesOf(...argv: string[]): Promise<ActivityItem[]> {
  const before = await entries();
  await record(...argv);
  return [...(await entries())].flatMap(([id, entry]) => (before.has(id) ? [] : [entry]));
}

/** The actor of an entry that an operator made on the command line. */
const byOperator = { actor_id: null, staff: false, credential: 'command_line' };

/** Commands that ask first and write no entry. Their own tests run them. */
const askingWithoutEntry = ['restore repair', 'stage clean-up'];

test('exactly the commands that take something away have --yes', () => {
  const withYes = everyCommand().flatMap(({ name, command }) =>
    command.options.some(({ long }) => long === '--yes') ? [name] : [],
  );

  const asking = rows.filter(({ asks }) => asks).map(({ command }) => command);
  expect(withYes.toSorted()).toEqual([...new Set([...asking, ...askingWithoutEntry])].sort());
});

/** Expects that a command asks, and changes nothing where nobody can be asked and after no. */
async function expectToAsk(command: string, argv: readonly string[]): Promise<void> {
  await stage.catchUp();
  const before = await stage.everything();
  const questions: string[] = [];
  const no = async (question: string) => {
    questions.push(question);
    return false;
  };

  const unasked = await stage.admin(command, ...argv);
  const denied = await stage.answering(no, command, ...argv);

  expect(unasked.code).toBe(1);
  expect(unasked.stderr).toMatch(
    /^error: .*\. Nothing was changed, because nobody can be asked here\. .* add --yes\.$/m,
  );
  expect(denied).toMatchObject({ code: 1, stderr: 'error: Nothing was changed.\n' });
  expect(questions).toEqual([expect.stringMatching(/\. Continue\?$/)]);
  expect(await stage.everything()).toEqual(before);
}

test.for(rows.map((row) => ({ ...row, title: row.of ? `${row.command}, of ${row.of}` : row.command })))(
  '$title writes entries with the actor in the organization, and asks first if it takes something away',
  async ({ command, types, asks, prepare }) => {
    const { organization: id, user: owner } = await founded(stage);
    const email = await joined(stage, id);
    const prepared = await prepare({ id, owner, email, here: ['--organization', id] });
    const { organization, argv } = 'argv' in prepared ? prepared : { organization: id, argv: prepared };
    if (asks) await expectToAsk(command, argv);
    // Some commands wait until half a minute has passed on this clock.
    const ticking = setInterval(() => {
      stage.clock.now += 5000;
    }, 20);
    onTestFinished(() => clearInterval(ticking));

    const left = await entriesOf(...command.split(' '), ...argv, ...(asks ? ['--yes'] : []));

    const here = left.filter(({ organization_id }) => organization_id === organization);
    expect(here.map(({ type }) => type).sort()).toEqual(types);
    for (const entry of left) expect(entry).toMatchObject(byOperator);
  },
);

test('the first entry of a new organization says that an operator made it', async () => {
  const { email } = await founded(stage);
  const left = await entriesOf('organizations create', 'Second', '--owner', email);

  expect(left).toMatchObject([{ type: 'organization.created', ...byOperator }]);
});

test('commands on a person without an organization write no entry', async () => {
  const email = someEmail();
  const left = [
    ...(await entriesOf('users create', email, '--name', 'Ada')),
    ...(await entriesOf('sessions create', email)),
    ...(await entriesOf('users quotas', email, '--documents', '1')),
    ...(await entriesOf('keys issue', email)),
    ...(await entriesOf('users disable --yes', email)),
  ];

  expect(left).toEqual([]);
});
