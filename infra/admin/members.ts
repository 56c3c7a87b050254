import type { Command } from 'commander';
import type { MemberRole, UserType } from '../../shared/contract/enumerations.ts';
import { ulidOf } from '../../shared/contract/identifiers.ts';
import type { MemberItem } from '../../shared/data/organizations.ts';
import type { Admin } from './admin.ts';
import { type CallerReference, callerReference, organizationReference, role } from './arguments.ts';
import { existingCaller, existingOrganization, labelOf, noSuchOrganization, notMember } from './lookups.ts';
import { Refusal } from './refusal.ts';
import type { Data } from './stage.ts';

const exampleOrganization = 'org_01j9zq4t8w3v5x7y9a1c2d3e4f';
const whom = 'id or e-mail address';
const organizationOption = ['--organization <id>', 'the organization', organizationReference] as const;

export function addMembers(program: Command, admin: Admin): void {
  const members = program
    .command('members')
    .description('who belongs to an organization, and as what')
    .helpCommand(false);

  members
    .command('add')
    .description('Add someone. The organization becomes their current one if they have none.')
    .argument('<user>', whom, callerReference)
    .requiredOption(...organizationOption)
    .option('--role <role>', 'owner, admin or member', role, 'member')
    .addHelpText(
      'after',
      `\nExample:\n  npm run admin -- members add grace@example.com --organization ${exampleOrganization} --role admin`,
    )
    .action((user: CallerReference, options: InOrganization & WithRole) => addMember(admin, user, options));

  members
    .command('list')
    .description('Everyone in an organization, earliest joined first.')
    .requiredOption(...organizationOption)
    .addHelpText('after', `\nExample:\n  npm run admin -- members list --organization ${exampleOrganization}`)
    .action((options: InOrganization) => listMembers(admin, options));

  members
    .command('set-role')
    .description('Give a member another role. The last owner stays one.')
    .argument('<user>', whom, callerReference)
    .argument('<role>', 'owner, admin or member', role)
    .requiredOption(...organizationOption)
    .addHelpText(
      'after',
      `\nExample:\n  npm run admin -- members set-role grace@example.com owner --organization ${exampleOrganization}`,
    )
    .action((user: CallerReference, next: MemberRole, options: InOrganization) =>
      setRole(admin, user, { ...options, role: next }),
    );

  members
    .command('remove')
    .description('Take someone out of an organization. The last owner stays.')
    .argument('<user>', whom, callerReference)
    .requiredOption(...organizationOption)
    .addHelpText(
      'after',
      `
If it was their current organization, they have none afterwards. Keys of theirs that act in it may do nothing from then
on, but they stay, and work again if their owner returns: revoke them if that is not meant.

Example:
  npm run admin -- members remove grace@example.com --organization ${exampleOrganization}`,
    )
    .action((user: CallerReference, options: InOrganization) => removeMember(admin, user, options));
}

interface InOrganization {
  readonly organization: string;
}
interface WithRole {
  readonly role: MemberRole;
}

/** Throws a Refusal for a service account as owner: an organization is never left to programs alone. */
export function requireOwnable(type: UserType, asked: MemberRole): void {
  if (type === 'service_account' && asked === 'owner')
    throw new Refusal('--role owner is for people; a service account can be admin or member.');
}

/** Every change goes through the organization's own revision, so that none is decided on an outdated owner count. */
async function addMember(
  admin: Admin,
  user: CallerReference,
  options: InOrganization & WithRole,
): Promise<void> {
  const { data } = await admin.connect();
  const added = await data.retryOnConflict(async () => {
    const caller = await existingCaller(data, user);
    requireOwnable(caller.type, options.role);
    const { organization, member } = await data.getOrganizationAndMember(options.organization, caller.id);
    if (!organization) throw noSuchOrganization(options.organization);
    if (member) throw new Refusal(`${labelOf(caller)} is already in ${organization.id}, as ${member.role}.`);

    const joined = data.joining(caller, organization, options.role, admin.now());
    await data.commit(...joined.writes);
    return joined.member;
  });
  admin.output().record(presentMember(added));
}

async function listMembers(admin: Admin, options: InOrganization): Promise<void> {
  const { data } = await admin.connect();
  const organization = await existingOrganization(data, options.organization);
  const members = await data.listMembers(organization.id);
  admin.output().list('members', members.map(presentMember), {
    columns: ['user_id', 'email', 'name', 'role', 'joined_at'],
  });
}

async function setRole(
  admin: Admin,
  user: CallerReference,
  options: InOrganization & WithRole,
): Promise<void> {
  const { data, events } = await admin.connect();
  const changed = await data.retryOnConflict(async () => {
    const { caller, organization, member } = await existingMember(data, user, options);
    requireOwnable(caller.type, options.role);
    if (member.role === options.role) return member;
    const next = data.withMemberRole(organization, member, options.role);
    if (next.organization.owner_count === 0) throw lastOwner(labelOf(caller), organization.id);
    // Members, as the API and its events show them, are people.
    const isPerson = caller.type === 'user_account';
    await events.commitWithEvents(
      isPerson ? events.memberEvent('member.role_updated', next.member, null) : [],
      data.replaceOrganization(next.organization),
      data.replaceMember(next.member),
    );
    return next.member;
  });
  admin.output().record(presentMember(changed));
}

async function removeMember(admin: Admin, user: CallerReference, options: InOrganization): Promise<void> {
  const { data } = await admin.connect();
  const removed = await data.retryOnConflict(async () => {
    const { caller, organization, member } = await existingMember(data, user, options);
    const left = data.leaving(caller, organization, member);
    if (left.owner_count === 0) throw lastOwner(labelOf(caller), organization.id);
    await data.commit(...left.writes);
    return member;
  });
  admin.output().record(presentMember(removed));
  admin.output().note(`Removed from ${removed.organization_id}.`);
}

async function existingMember(data: Data, user: CallerReference, options: InOrganization) {
  const caller = await existingCaller(data, user);
  const { organization, member } = await data.getOrganizationAndMember(options.organization, caller.id);
  if (!organization) throw noSuchOrganization(options.organization);
  if (!member) throw notMember(caller, organization.id);
  return { caller, organization, member };
}

const lastOwner = (who: string, organizationId: string) =>
  new Refusal(`${who} is the last owner of ${organizationId}. Make another member owner first.`);

/** People have the prefix that the API's member resources give them. */
const presentMember = (member: MemberItem) => ({
  organization_id: member.organization_id,
  user_id: member.user_id.startsWith('user_') ? `usr_${ulidOf(member.user_id)}` : member.user_id,
  email: member.email,
  name: member.name,
  role: member.role,
  joined_at: member.joined_at,
});
