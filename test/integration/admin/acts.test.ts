import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { program } from '../../../infra/admin/program.ts';
import { type ActivityItem, activityItem } from '../../../shared/data/activity/activity.ts';
import { deleteOrganization } from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { suspendAll } from '../../../shared/data/organizations/suspension.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { readCredentials } from '../../support/people/credentialsFile.ts';
import { deliveriesTo, registered } from './endpoints.ts';
import { founded, joined, operator, someEmail } from './operator.ts';

const stage = operator();
const { record } = stage;

const directory = directoryOfTests();

/** Returns somebody who is in an organization. */
async function inhabited() {
  const { organization } = await founded(stage);
  return { organization, email: await joined(stage, organization) };
}

async function withAccount() {
  const { organization } = await founded(stage);
  const account = await record('service-accounts', 'create', 'Importer', '--organization', organization);
  return { organization, account: String(account.id) };
}

/** Returns somebody without a current organization, whose keys are bound to none, but who is in one. */
async function wanderer() {
  const [left, { organization }] = [await founded(stage), await founded(stage)];
  const email = await joined(stage, left.organization);
  await record('members', 'add', email, '--organization', organization);
  await record('members', 'remove', email, '--organization', left.organization);
  return { organization, email };
}

const keyOf = async (owner: string) => String((await record('keys', 'issue', owner)).id);
const policyIn = async (organization: string) =>
  String((await record('policies', 'create', 'Confidential', '--organization', organization)).id);

/** What is to be run, and the organization whose activity it is in. */
interface Prepared {
  readonly organization: string;
  readonly argv: readonly string[];
}

interface Row {
  readonly command: string;
  readonly of?: string;
  /** The entries that it leaves: one for each thing that it does. */
  readonly types: readonly string[];
  readonly prepare: () => Promise<Prepared>;
}

/** A command that acts on an endpoint. */
const onEndpoint = (verb: string, type: string, ...more: string[]): Row => ({
  command: `webhooks ${verb}`,
  types: [type],
  prepare: async () => {
    const endpoint = await registered(stage);
    if (verb === 'enable') await record('webhooks', 'disable', endpoint.id);
    return { organization: endpoint.organization, argv: [endpoint.id, ...more] };
  },
});

/** A command that acts on a member, who is named by their address. */
const onMember = (command: string, type: string, ...more: string[]): Row => ({
  command,
  types: [type],
  prepare: async () => {
    const { organization, email } = await inhabited();
    return { organization, argv: [email, ...more] };
  },
});

/** A command that acts on a member of an organization, which it names too. */
const onMembership = (verb: string, type: string, isAccount: boolean, ...more: string[]): Row => ({
  command: `members ${verb}`,
  of: isAccount ? 'a service account' : 'a person',
  types: [type],
  prepare: async () => {
    const { organization, ...who } = isAccount ? await withAccount() : await inhabited();
    const member = 'account' in who ? who.account : who.email;
    if (verb !== 'add') return { organization, argv: [member, ...more, '--organization', organization] };
    const other = await founded(stage);
    return { organization: other.organization, argv: [member, '--organization', other.organization] };
  },
});

const rows: readonly Row[] = [
  {
    command: 'organizations quotas',
    types: ['quotas.updated'],
    prepare: async () => {
      const { organization } = await founded(stage);
      return { organization, argv: [organization, '--documents', '7'] };
    },
  },
  {
    command: 'organizations restore',
    types: ['organization.restored'],
    prepare: async () => {
      const { organization } = await founded(stage);
      const found = await getOrganization(organization);
      if (!found) throw new Error('it is gone');
      await transact(deleteOrganization(found, stage.clock.now));
      await suspendAll(organization, () => false);
      return { organization, argv: [organization] };
    },
  },
  onMember('users quotas', 'quotas.updated', '--organizations', '7'),
  onMember('users disable', 'user.disabled'),
  {
    command: 'users disable',
    of: 'who is signed in',
    types: ['sessions.revoked', 'user.disabled'],
    prepare: async () => {
      const { organization, email } = await inhabited();
      await record('sessions', 'create', email);
      return { organization, argv: [email] };
    },
  },
  onMember('users enable', 'user.enabled'),
  onMember('users rebind', 'user.rebound'),
  {
    command: 'users erase',
    types: ['api_key.revoked', 'member.removed', 'user.erased'],
    prepare: async () => {
      const { organization, email } = await inhabited();
      await keyOf(email);
      return { organization, argv: [email, '--yes'] };
    },
  },
  {
    command: 'service-accounts create',
    types: ['service_account.created'],
    prepare: async () => {
      const { organization } = await founded(stage);
      return { organization, argv: ['Importer', '--organization', organization] };
    },
  },
  onMembership('add', 'member.joined', false),
  onMembership('add', 'service_account.added', true),
  onMembership('set-role', 'member.role_updated', false, 'admin'),
  onMembership('set-role', 'service_account.role_updated', true, 'admin'),
  onMembership('remove', 'member.removed', false),
  onMembership('remove', 'service_account.removed', true),
  onMember('keys issue', 'api_key.created'),
  {
    command: 'keys issue',
    of: 'one that is bound to no organization',
    types: ['api_key.created'],
    prepare: async () => {
      const { organization, email } = await wanderer();
      return { organization, argv: [email] };
    },
  },
  ...['revoke', 'expire'].flatMap((verb): Row[] =>
    [inhabited, wanderer].map((somebody) => ({
      command: `keys ${verb}`,
      of: somebody === inhabited ? 'one that is bound' : 'one that is bound to no organization',
      types: [verb === 'revoke' ? 'api_key.revoked' : 'api_key.updated'],
      prepare: async () => {
        const { organization, email } = await somebody();
        return { organization, argv: [await keyOf(email), ...(verb === 'expire' ? ['7d'] : [])] };
      },
    })),
  ),
  onMember('sessions create', 'session.created'),
  {
    command: 'sessions revoke',
    types: ['sessions.revoked'],
    prepare: async () => {
      const { organization, email } = await inhabited();
      for (let count = 0; count < 2; count += 1) await record('sessions', 'create', email);
      return { organization, argv: [email, '--all'] };
    },
  },
  {
    command: 'policies create',
    types: ['policy.created'],
    prepare: async () => {
      const { organization } = await founded(stage);
      return { organization, argv: ['Confidential', '--organization', organization] };
    },
  },
  {
    command: 'policies update',
    types: ['policy.updated'],
    prepare: async () => {
      const { organization } = await founded(stage);
      const policy = await policyIn(organization);
      return { organization, argv: [policy, '--organization', organization, '--name', 'Secret'] };
    },
  },
  onEndpoint('test', 'webhook.test'),
  onEndpoint('resend-since', 'webhook.deliveries_resent', '12h'),
  onEndpoint('disable', 'webhook.disabled'),
  onEndpoint('enable', 'webhook.updated'),
  onEndpoint('delete', 'webhook.deleted'),
  onEndpoint('rotate-secret', 'webhook.secret_rotated'),
  {
    command: 'webhooks resend',
    types: ['webhook.deliveries_resent'],
    prepare: async () => {
      const endpoint = await registered(stage);
      const [event = ''] = await deliveriesTo(endpoint, { status: 'failed' });
      return { organization: endpoint.organization, argv: [endpoint.id, event] };
    },
  },
  {
    command: 'conformance remove',
    types: [
      ...Array(5).fill('api_key.revoked'),
      'organization.deleted',
      ...Array(2).fill('sessions.revoked'),
    ],
    prepare: async () => {
      const path = join(directory, 'credentials.json');
      await record('conformance', 'prepare', '--output', path);
      const { organization_id } = await readCredentials(path);
      return { organization: organization_id, argv: [path] };
    },
  },
];

/** Commands that leave no entry in the activity of an organization that was there before, each with its reason. */
const unrecorded: Readonly<Record<string, string>> = {
  'users create': 'who is new belongs to no organization, and a reader, who becomes a user, to none either',
  'conformance prepare': 'it founds organizations for tests, which nobody else is in',
  'queues redrive': 'messages are of the stage: they say that there is something to do, of any organization',
  'stage clean-up': 'the stage is gone, with all activity',
  'restore repair': 'a file gets the bytes back that its version names, or is no version of anything',
};

const tested: Readonly<Record<string, string>> = {
  'organizations create': 'below: its organization is not there before',
  'restore document': 'restoreExercises.test.ts',
};

const readOnly = [
  'audit verify',
  'doctor',
  'keys list',
  'members list',
  'organizations export',
  'organizations list',
  'organizations show',
  'policies list',
  'queues list',
  'restore check',
  'service-accounts list',
  'sessions list',
  'users list',
  'users show',
  'webhooks attempts',
  'webhooks deliveries',
  'webhooks list',
  'webhooks show',
];

const leaves = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((one) => leaves(one, [...path, one.name()]));

test('every command changes nothing, or is recorded, or says why not', () => {
  const nowhere = { write: () => undefined };
  const all = leaves(program({ stdout: nowhere, stderr: nowhere, env: {} }));
  const known = [
    ...rows.map(({ command }) => command),
    ...Object.keys(tested),
    ...Object.keys(unrecorded),
    ...readOnly,
  ];

  expect(all.toSorted()).toEqual([...new Set(known)].sort());
});

/** All entries there are. */
async function entries(): Promise<Map<string, ActivityItem>> {
  const found = new Map<string, ActivityItem>();
  for (const item of await stage.everything()) {
    const entry = z.safeParse(activityItem, item).data;
    if (entry) found.set(entry.id, entry);
  }
  return found;
}

/** Runs a command, and returns the entries that it leaves. */
async function entriesOf(...argv: string[]): Promise<ActivityItem[]> {
  const before = await entries();
  await record(...argv);
  return [...(await entries())].flatMap(([id, entry]) => (before.has(id) ? [] : [entry]));
}

/** An operator: nobody of the service, by the command line. */
const byOperator = { actor_id: null, staff: false, credential: 'command_line' };

test.for(rows.map((row) => ({ ...row, title: row.of ? `${row.command}, of ${row.of}` : row.command })))(
  '$title is on record where it concerns, with who did it and how',
  async ({ command, types, prepare }) => {
    const { organization, argv } = await prepare();
    // What waits for half a minute looks at the clock meanwhile.
    const ticking = setInterval(() => {
      stage.clock.now += 5000;
    }, 100);

    onTestFinished(() => clearInterval(ticking));

    const left = await entriesOf(...command.split(' '), ...argv);

    const here = left.filter(({ organization_id }) => organization_id === organization);
    expect(here.map(({ type }) => type).sort()).toEqual(types);
    for (const entry of left) expect(entry).toMatchObject(byOperator);
  },
);

test('an organization begins with the entry of who made it', async () => {
  const { email } = await founded(stage);
  const left = await entriesOf('organizations', 'create', 'Second', '--owner', email);

  expect(left).toMatchObject([{ type: 'organization.created', ...byOperator }]);
});

test('what is done to who belongs to no organization has no activity to be in', async () => {
  const email = someEmail();
  const left = [
    ...(await entriesOf('users', 'create', email, '--name', 'Ada')),
    ...(await entriesOf('sessions', 'create', email)),
    ...(await entriesOf('users', 'quotas', email, '--documents', '1')),
    ...(await entriesOf('keys', 'issue', email)),
    ...(await entriesOf('users', 'disable', email)),
  ];

  expect(left).toEqual([]);
});
