import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ActorId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { readCredentials } from '../../support/people/credentialsFile.ts';
import { storeDocuments, storedShare } from '../../support/storedDocuments.ts';
import { deliveriesTo, registered, registeredIn } from './endpoints.ts';
import { deleted, founded, joined, type Operator, someEmail } from './operator.ts';

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

  const storedDocument = async (id: OrganizationId) => (await storeDocuments(id, 1))[0] ?? 'doc_';
  const keyOf = async (owner: string) => String((await record('keys issue', owner)).id);
  const policyIn = async (organization: string) =>
    String((await record('policies create', 'Confidential', '--organization', organization)).id);

  /** Returns the row of a command in an organization. `argvIn` prepares its arguments. */
  const inOrganization = (
    command: string,
    types: readonly string[],
    argvIn: (organization: OrganizationId, owner: ActorId) => readonly string[] | Promise<readonly string[]>,
  ): Row => ({
    command,
    types,
    prepare: async () => {
      const { organization, user } = await founded(stage);
      return { organization, argv: await argvIn(organization, user) };
    },
  });

  /** Returns the row of a command that asks first. */
  const asking = (row: Row, of?: string): Row => ({ ...row, asks: true, ...(of !== undefined && { of }) });

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
    inOrganization('organizations quotas', ['quotas.updated'], (id) => [id, '--documents', '7']),
    inOrganization('organizations restore', ['organization.restored'], async (id) => {
      await deleted(id, stage.clock.now);
      return [id];
    }),
    onMember('users quotas', 'quotas.updated', '--organizations', '7'),
    onMember('users disable', 'user.disabled'),
    asking(
      inOrganization('users disable', ['sessions.revoked', 'user.disabled'], async (id) => {
        const email = await joined(stage, id);
        await record('sessions create', email);
        return [email];
      }),
      'who is signed in',
    ),
    asking(
      inOrganization('users disable', ['user.disabled'], async (id) => [
        '--from',
        await fileOf(`email\n${await joined(stage, id)}\n`),
      ]),
      'of a file',
    ),
    inOrganization('users import', ['member.joined'], async (id) => [
      await fileOf(`email,name,role\n${someEmail()},Grace Hopper,admin\n`),
      '--organization',
      id,
    ]),
    onMember('users enable', 'user.enabled'),
    onMember('users rebind', 'user.rebound'),
    onMember('users rename', 'user.updated', 'Augusta'),
    asking(
      inOrganization('users change-address', ['user.updated'], async (id) => [
        await joined(stage, id),
        someEmail(),
      ]),
    ),
    asking(
      inOrganization('users erase', ['api_key.revoked', 'member.removed', 'user.erased'], async (id) => {
        const email = await joined(stage, id);
        await keyOf(email);
        return [email];
      }),
    ),
    inOrganization('service-accounts create', ['service_account.created'], (id) => [
      'Importer',
      '--organization',
      id,
    ]),
    onMembership('add', 'member.joined', false),
    onMembership('add', 'service_account.added', true),
    onMembership('set-role', 'member.role_updated', false, 'admin'),
    onMembership('set-role', 'service_account.role_updated', true, 'admin'),
    onMembership('remove', 'member.removed', false),
    onMembership('remove', 'service_account.removed', true),
    asking(
      inOrganization('members set-role', ['member.role_updated'], async (id) => [
        await joined(stage, id, 'admin'),
        'member',
        '--organization',
        id,
      ]),
      'somebody who loses rights',
    ),
    onMember('keys issue', 'api_key.created'),
    inOrganization('keys expire', ['api_key.updated'], async (id) => [
      await keyOf(await joined(stage, id)),
      '7d',
    ]),
    {
      command: 'keys revoke',
      of: 'one that is bound to no organization',
      types: ['api_key.revoked'],
      asks: true,
      prepare: async () => {
        const { organization, email } = await wanderer();
        return { organization, argv: [await keyOf(email)] };
      },
    },
    onMember('sessions create', 'session.created'),
    asking(
      inOrganization('sessions revoke', ['sessions.revoked'], async (id) => {
        const email = await joined(stage, id);
        for (let count = 0; count < 2; count += 1) await record('sessions create', email);
        return [email, '--all'];
      }),
    ),
    inOrganization('policies create', ['policy.created'], (id) => ['Confidential', '--organization', id]),
    inOrganization('policies update', ['policy.updated'], async (id) => [
      await policyIn(id),
      '--organization',
      id,
      '--name',
      'Secret',
    ]),
    asking(
      inOrganization('policies update', ['policy.updated'], async (id) => {
        const where = ['--organization', id];
        const policy = await record('policies create', 'Marked', ...where, '--rules', '{"watermark": true}');
        return [String(policy.id), ...where, '--rules', '{}'];
      }),
      'rules that it loses',
    ),
    inOrganization('policies attach', ['policy.attached'], async (id) => [
      await policyIn(id),
      await storedDocument(id),
    ]),
    asking(
      inOrganization('policies detach', ['policy.detached'], async (id) => {
        const argv = [await policyIn(id), await storedDocument(id)];
        await record('policies attach', ...argv);
        return argv;
      }),
    ),
    asking(
      inOrganization('documents unshare', ['document.unshared'], async (id) => {
        const documentId = await storedDocument(id);
        return [documentId, (await storedShare(documentId)).id];
      }),
    ),
    onEndpoint('test', 'webhook.test'),
    onEndpoint('resend-since', 'webhook.deliveries_resent', '12h'),
    onEndpoint('disable', 'webhook.disabled'),
    onEndpoint('enable', 'webhook.updated'),
    onEndpoint('delete', 'webhook.deleted'),
    onEndpoint('rotate-secret', 'webhook.secret_rotated'),
    { ...onEndpoint('rotate-secret', 'webhook.secret_rotated', '--now'), of: 'one that was leaked' },
    inOrganization('webhooks resend', ['webhook.deliveries_resent'], async (organization, owner) => {
      const { id } = await registeredIn(organization, owner);
      const [event = ''] = await deliveriesTo({ id, organization }, { status: 'failed' });
      return [id, event];
    }),
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
