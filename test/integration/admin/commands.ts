import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteOrganization } from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { suspendAll } from '../../../shared/data/organizations/suspension.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { readCredentials } from '../../support/people/credentialsFile.ts';
import { deliveriesTo, registered } from './endpoints.ts';
import { founded, joined, type Operator, sharedBy, someEmail, storedDocument } from './operator.ts';

/** A command line, and the organization whose activity records it. */
interface Prepared {
  readonly organization: string;
  readonly argv: readonly string[];
}

export interface Row {
  readonly command: string;
  readonly of?: string;
  /** The types of the entries that the command writes: one for each act. */
  readonly types: readonly string[];
  /** Whether the command takes something away, and so asks first. */
  readonly asks?: boolean;
  readonly prepare: () => Promise<Prepared>;
}

/** Returns the commands that write entries, each with a function that prepares it. Some commands write files, into `directory`. */
export function recordedCommands(stage: Operator, directory: string): readonly Row[] {
  const { record } = stage;
  /** Returns an organization with a member. */
  async function organizationWithMember() {
    const { organization } = await founded(stage);
    return { organization, email: await joined(stage, organization) };
  }

  async function withAccount() {
    const { organization } = await founded(stage);
    const account = await record('service-accounts create', 'Importer', '--organization', organization);
    return { organization, account: String(account.id) };
  }

  /** Returns a member of an organization who has no current organization. New keys of this member are bound to no organization. */
  async function wanderer() {
    const [left, { organization }] = [await founded(stage), await founded(stage)];
    const email = await joined(stage, left.organization);
    await record('members add', email, '--organization', organization);
    await record('members remove --yes', email, '--organization', left.organization);
    return { organization, email };
  }

  async function fileOf(content: string): Promise<string> {
    const path = join(directory, `${crypto.randomUUID()}.csv`);
    await writeFile(path, content);
    return path;
  }

  const keyOf = async (owner: string) => String((await record('keys issue', owner)).id);
  const policyIn = async (organization: string) =>
    String((await record('policies create', 'Confidential', '--organization', organization)).id);

  /** Returns the row of a command that acts on an endpoint. */
  const onEndpoint = (verb: string, type: string, ...more: string[]): Row => ({
    command: `webhooks ${verb}`,
    asks: ['disable', 'delete'].includes(verb) || more.includes('--now'),
    types: [type],
    prepare: async () => {
      const endpoint = await registered(stage);
      if (verb === 'enable') await record('webhooks disable --yes', endpoint.id);
      return { organization: endpoint.organization, argv: [endpoint.id, ...more] };
    },
  });

  /** Returns the row of a command that acts on a member, named by their address. */
  const onMember = (command: string, type: string, ...more: string[]): Row => ({
    command,
    asks: ['users disable', 'users rebind'].includes(command),
    types: [type],
    prepare: async () => {
      const { organization, email } = await organizationWithMember();
      return { organization, argv: [email, ...more] };
    },
  });

  /** Returns the row of a command that acts on a member and also names the organization. */
  const onMembership = (verb: string, type: string, isAccount: boolean, ...more: string[]): Row => ({
    command: `members ${verb}`,
    asks: verb === 'remove',
    of: isAccount ? 'a service account' : 'a person',
    types: [type],
    prepare: async () => {
      const { organization, ...who } = isAccount ? await withAccount() : await organizationWithMember();
      const member = 'account' in who ? who.account : who.email;
      if (verb !== 'add') return { organization, argv: [member, ...more, '--organization', organization] };
      const other = await founded(stage);
      return { organization: other.organization, argv: [member, '--organization', other.organization] };
    },
  });

  return [
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
      asks: true,
      prepare: async () => {
        const { organization, email } = await organizationWithMember();
        await record('sessions create', email);
        return { organization, argv: [email] };
      },
    },
    {
      command: 'users disable',
      of: 'of a file',
      types: ['user.disabled'],
      asks: true,
      prepare: async () => {
        const { organization, email } = await organizationWithMember();
        return { organization, argv: ['--from', await fileOf(`email\n${email}\n`)] };
      },
    },
    {
      command: 'users import',
      types: ['member.joined'],
      prepare: async () => {
        const { organization } = await founded(stage);
        const file = await fileOf(`email,name,role\n${someEmail()},Grace Hopper,admin\n`);
        return { organization, argv: [file, '--organization', organization] };
      },
    },
    onMember('users enable', 'user.enabled'),
    onMember('users rebind', 'user.rebound'),
    onMember('users rename', 'user.updated', 'Augusta'),
    {
      command: 'users change-address',
      types: ['user.updated'],
      asks: true,
      prepare: async () => {
        const { organization, email } = await organizationWithMember();
        return { organization, argv: [email, someEmail()] };
      },
    },
    {
      command: 'users erase',
      types: ['api_key.revoked', 'member.removed', 'user.erased'],
      asks: true,
      prepare: async () => {
        const { organization, email } = await organizationWithMember();
        await keyOf(email);
        return { organization, argv: [email] };
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
      [organizationWithMember, wanderer].map((somebody) => ({
        command: `keys ${verb}`,
        asks: verb === 'revoke',
        of:
          somebody === organizationWithMember ? 'one that is bound' : 'one that is bound to no organization',
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
      asks: true,
      prepare: async () => {
        const { organization, email } = await organizationWithMember();
        for (let count = 0; count < 2; count += 1) await record('sessions create', email);
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
    {
      command: 'policies update',
      of: 'rules that it loses',
      types: ['policy.updated'],
      asks: true,
      prepare: async () => {
        const { organization } = await founded(stage);
        const where = ['--organization', organization];
        const { id } = await record('policies create', 'Marked', ...where, '--rules', '{"watermark": true}');
        return { organization, argv: [String(id), ...where, '--rules', '{}'] };
      },
    },
    {
      command: 'members set-role',
      of: 'somebody who loses rights',
      types: ['member.role_updated'],
      asks: true,
      prepare: async () => {
        const { organization } = await founded(stage);
        const email = await joined(stage, organization, 'admin');
        return { organization, argv: [email, 'member', '--organization', organization] };
      },
    },
    {
      command: 'policies attach',
      types: ['policy.attached'],
      prepare: async () => {
        const { organization, user } = await founded(stage);
        const document = await storedDocument(organization, user);
        return { organization, argv: [await policyIn(organization), document] };
      },
    },
    {
      command: 'policies detach',
      types: ['policy.detached'],
      asks: true,
      prepare: async () => {
        const { organization, user } = await founded(stage);
        const argv = [await policyIn(organization), await storedDocument(organization, user)];
        await record('policies attach', ...argv);
        return { organization, argv };
      },
    },
    {
      command: 'documents unshare',
      types: ['document.unshared'],
      asks: true,
      prepare: async () => {
        const { organization, user } = await founded(stage);
        const documentId = await storedDocument(organization, user);
        const share = await sharedBy(user, documentId);
        return { organization, argv: [documentId, share.id] };
      },
    },
    onEndpoint('test', 'webhook.test'),
    onEndpoint('resend-since', 'webhook.deliveries_resent', '12h'),
    onEndpoint('disable', 'webhook.disabled'),
    onEndpoint('enable', 'webhook.updated'),
    onEndpoint('delete', 'webhook.deleted'),
    onEndpoint('rotate-secret', 'webhook.secret_rotated'),
    { ...onEndpoint('rotate-secret', 'webhook.secret_rotated', '--now'), of: 'one that was leaked' },
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
      asks: true,
      types: [
        ...Array(5).fill('api_key.revoked'),
        'organization.deleted',
        ...Array(2).fill('sessions.revoked'),
      ],
      prepare: async () => {
        const path = join(directory, `${crypto.randomUUID()}.json`);
        await record('conformance prepare', '--output', path);
        const { organization_id } = await readCredentials(path);
        return { organization: organization_id, argv: [path] };
      },
    },
  ];
}
