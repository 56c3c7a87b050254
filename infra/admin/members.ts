import type { Command } from 'commander';
import type { MemberRole, UserType } from '../../shared/contract/enumerations.ts';
import { ulidOf } from '../../shared/contract/identifiers.ts';
import { retryOnConflict } from '../../shared/data/conflict.ts';
import { joining } from '../../shared/data/membership.ts';
import {
  getOrganizationAndMember,
  isPerson,
  listMembers,
  type MemberItem,
  replaceCounts,
  replaceMember,
  withMemberRole,
} from '../../shared/data/organizations.ts';
import { endpointsStopping } from '../../shared/data/registrars.ts';
import { memberEvent, operator } from '../../shared/events/describe.ts';
import { audienceOf, commitChange } from '../../shared/events/outbox.ts';
import type { Admin } from './admin.ts';
import {
  type CallerReference,
  exampleOrganization,
  type InOrganization,
  organizationOption,
  role,
  userArgument,
} from './arguments.ts';
import { examples } from './examples.ts';
import { endKeys } from './formerMember.ts';
import {
  existingCaller,
  existingMember,
  existingOrganization,
  labelOf,
  noMember,
  noSuchOrganization,
} from './lookups.ts';
import { requireOtherOwner } from './owners.ts';
import { actsOnAccount } from './recording.ts';
import { Refusal } from './refusal.ts';
import { takeOut } from './takeOut.ts';
import { StoppingWebhooks } from './webhooks/stopping.ts';

export function addMembers(program: Command, admin: Admin): void {
  const members = program
    .command('members')
    .description('who belongs to an organization, and as what')
    .helpCommand(false);

  members
    .command('add')
    .description('Add someone. The organization becomes their current one if they have none.')
    .argument(...userArgument)
    .requiredOption(...organizationOption)
    .option('--role <role>', 'owner, admin or member', role, 'member')
    .addHelpText(
      'after',
      examples(`members add grace@example.com --organization ${exampleOrganization} --role admin`),
    )
    .action((user: CallerReference, options: InOrganization & WithRole) => add(admin, user, options));

  members
    .command('list')
    .description('Everyone in an organization, earliest joined first.')
    .requiredOption(...organizationOption)
    .addHelpText('after', examples(`members list --organization ${exampleOrganization}`))
    .action((options: InOrganization) => list(admin, options));

  members
    .command('set-role')
    .description(
      'Give a member another role. The last owner stays one. Webhook endpoints of who may not manage any more stop.',
    )
    .argument(...userArgument)
    .argument('<role>', 'owner, admin or member', role)
    .requiredOption(...organizationOption)
    .addHelpText(
      'after',
      examples(`members set-role grace@example.com owner --organization ${exampleOrganization}`),
    )
    .action((user: CallerReference, next: MemberRole, options: InOrganization) =>
      setRole(admin, user, { ...options, role: next }),
    );

  members
    .command('remove')
    .description('Take someone out of an organization. The last owner stays.')
    .argument(...userArgument)
    .requiredOption(...organizationOption)
    .option('--revoke-keys', 'end those of their keys too that are bound to no organization and acted in it')
    .addHelpText(
      'after',
      `
If it was their current organization, they have none afterwards. Their sessions lose it. Their keys that are bound to it end
for good. Those that are bound to none stay, and work there again if their owner returns: they are listed, to be revoked.
Webhook endpoints that they registered stop and stay so, until somebody else answers for them: webhooks enable`,
    )
    .addHelpText('after', examples(`members remove grace@example.com --organization ${exampleOrganization}`))
    .action((user: CallerReference, options: InOrganization & WithKeys) => remove(admin, user, options));
}

interface WithRole {
  readonly role: MemberRole;
}

interface WithKeys {
  readonly revokeKeys?: true;
}

/** Throws a Refusal for a service account as owner: an organization is never left to programs alone. */
export function requireOwnable(type: UserType, asked: MemberRole): void {
  if (type === 'service_account' && asked === 'owner')
    throw new Refusal('--role owner is for people; a service account can be admin or member.');
}

/** Every change goes through the organization's own revision, so that none is decided on an outdated owner count. */
async function add(admin: Admin, user: CallerReference, options: InOrganization & WithRole): Promise<void> {
  await admin.connect();
  const added = await retryOnConflict(async () => {
    const caller = await existingCaller(user);
    requireOwnable(caller.type, options.role);
    const { organization, member } = await getOrganizationAndMember(options.organization, caller.id);
    if (!organization) throw noSuchOrganization(options.organization);
    if (member) throw new Refusal(`${labelOf(caller)} is already in ${organization.id}, as ${member.role}.`);

    const joined = joining(caller, organization, options.role, admin.now());
    await commitChange({
      audience: audienceOf(organization),
      events: [memberEvent('member.joined', joined.member, operator)],
      acts: actsOnAccount('service_account.added', joined.member),
      writes: joined.writes,
    });
    return joined.member;
  });
  admin.output().record(presentMember(added));
}

async function list(admin: Admin, options: InOrganization): Promise<void> {
  await admin.connect();
  const organization = await existingOrganization(options.organization);
  const members = await listMembers(organization.id);
  admin.output().list('members', members.map(presentMember), {
    columns: ['user_id', 'email', 'name', 'role', 'joined_at'],
  });
}

async function setRole(
  admin: Admin,
  user: CallerReference,
  options: InOrganization & WithRole,
): Promise<void> {
  await admin.connect();
  const stopping = new StoppingWebhooks(admin);
  const changed = await retryOnConflict(async () => {
    const caller = await existingCaller(user);
    const { organization, member } = await existingMember(caller, options.organization);
    requireOwnable(caller.type, options.role);
    if (member.role === options.role) return member;
    const next = withMemberRole(organization, member, options.role);
    await requireOtherOwner(member, labelOf(caller));
    const stops = stopping.stop(organization.id, await endpointsStopping(member, next.member));
    const [, changedMember] = await commitChange({
      events: [memberEvent('member.role_updated', next.member, operator), stops.events],
      acts: actsOnAccount('service_account.role_updated', next.member),
      writes: [replaceCounts(organization, next.organization), replaceMember(next.member), ...stops.writes],
    });
    await stops.finish();
    return changedMember;
  });
  admin.output().record({ ...presentMember(changed), stopped_webhooks: stopping.ids });
}

async function remove(
  admin: Admin,
  user: CallerReference,
  options: InOrganization & WithKeys,
): Promise<void> {
  const stage = await admin.connect();
  const stopping = new StoppingWebhooks(admin);
  const { caller, removed } = await takeOut(stopping, user, options.organization);
  // It is done for who is no member as well: this command can have been killed before it came to it.
  const keys = await endKeys(stage, {
    caller,
    organizationId: options.organization,
    revokeKeys: options.revokeKeys ?? false,
    now: admin.now(),
  });
  if (!removed && Object.values(keys).flat().length === 0) throw noMember(caller, options.organization);
  const output = admin.output();
  const who = removed
    ? presentMember(removed)
    : { organization_id: options.organization, user_id: caller.id };
  output.record({ ...who, ...keys, stopped_webhooks: stopping.ids });
  output.note(
    removed
      ? `Removed from ${options.organization}.`
      : `${labelOf(caller)} was no member of ${options.organization} any more.`,
  );
  if (keys.active_keys.length > 0)
    output.note(
      'The active keys would act in it again if their owner returned. To end one: keys revoke <key>',
    );
}

/** People have the prefix that the API's member resources give them. */
const presentMember = (member: MemberItem) => ({
  organization_id: member.organization_id,
  user_id: isPerson(member) ? `usr_${ulidOf(member.user_id)}` : member.user_id,
  email: member.email,
  name: member.name,
  role: member.role,
  joined_at: member.joined_at,
});
