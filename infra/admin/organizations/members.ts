import { changeRole } from '../../../shared/acts/changeRole.ts';
import { endEntriesOfMember } from '../../../shared/acts/groupEntries.ts';
import { joinOrganization } from '../../../shared/acts/joinOrganization.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { removeMemberAndMade } from '../../../shared/acts/removeMemberAndMade.ts';
import type { MemberRole } from '../../../shared/contract/enumerations.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { type ApiKeyItem, apiKeyIdOf, listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { type AccountsAndKeys, isNothing } from '../../../shared/data/organizations/accountsAndKeys.ts';
import {
  getOrganizationAndMember,
  isPerson,
  listMembers,
  type MemberItem,
} from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import {
  type CallerReference,
  exampleOrganization,
  type InOrganization,
  organizationOption,
  role,
  userArgument,
} from '../commandLine/arguments.ts';
import {
  existingCaller,
  existingMember,
  knownCaller,
  labelOf,
  namedOrOnlyOrganization,
  namedOrOnlyOrganizationOf,
  noMember,
  noSuchOrganization,
  organizationLabel,
} from '../commandLine/lookups.ts';
import { type Output, printable } from '../commandLine/output.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { keyStatus } from '../keys/keyRecords.ts';
import { endKey } from '../keys/revokeKey.ts';
import { noteDisabled } from '../webhooks/lookups.ts';
import { hasOtherOwner, ownerRefusals, requireOtherOwner } from './owners.ts';

export function addMembers(program: AdminCommand): void {
  const members = program.subcommand('members', 'the members of an organization, and their roles');

  members
    .subcommand('add', 'Add a member. If they have no current organization, this one becomes it.')
    .argument(...userArgument)
    .option(...organizationOption)
    .option('--role <role>', 'owner, admin or member', role, 'member')
    .examples(`members add grace@example.com --organization ${exampleOrganization} --role admin`)
    .runs(add);

  members
    .subcommand('list', 'All members of an organization, earliest joined first.')
    .option(...organizationOption)
    .examples('members list', `members list --organization ${exampleOrganization}`)
    .runs(list);

  members
    .subcommand(
      'set-role',
      'Give a member another role. The last owner cannot lose the role. A new owner has the powers of owners at once. An owner who waits for powers gets them at once too. If a member may not manage any more, their webhook endpoints stop.',
    )
    .argument(...userArgument)
    .argument('<role>', 'owner, admin or member', role)
    .option(...organizationOption)
    .asksFirst()
    .more('It asks first if the member loses rights by the new role.')
    .examples(`members set-role grace@example.com owner --organization ${exampleOrganization}`)
    .runs(setRole);

  members
    .subcommand('remove', 'Remove a member from an organization. The last owner cannot be removed.')
    .argument(...userArgument)
    .option(...organizationOption)
    .option('--revoke-keys', 'also end their keys that are bound to no organization and acted in this one')
    .option('--end-made', 'end the service accounts, and keys of service accounts, that they made in it')
    .option('--no-end-made', 'keep these accounts and keys, and do not ask about them')
    .asksFirst()
    .more(`
If it was their current organization, they have none afterwards, and their sessions leave it. Their keys that are bound to it end
for good. Their keys that are bound to no organization stay, and act outside of any organization. The command lists them, so that you
can revoke them. The command also lists service accounts that they made, and keys that they made for other service accounts, because
they may still have such a key. At a terminal it asks whether to end these. Elsewhere they stay, unless you give --end-made. You can
repeat the command later with --end-made. Webhook endpoints that they registered stop, until somebody else becomes responsible for
them: webhooks enable <webhook> --as <user>`)
    .examples(
      `members remove grace@example.com --organization ${exampleOrganization}`,
      `members remove grace@example.com --organization ${exampleOrganization} --end-made`,
    )
    .runs(remove);
}

/** The Refusal for a service account as owner: an organization always has a person as owner. */
export const ownerIsProgram = () =>
  new Refusal('--role owner is for people. A service account can be admin or member.');

async function add(
  { output, now }: Admin,
  user: CallerReference,
  options: InOrganization & { readonly role: MemberRole },
): Promise<void> {
  const added = await retryOnConflict(async () => {
    const caller = await existingCaller(user);
    if (caller.type === 'service_account' && options.role === 'owner') throw ownerIsProgram();
    const { id } = await namedOrOnlyOrganization(options.organization);
    const { organization, member } = await getOrganizationAndMember(id, caller.id);
    if (!organization) throw noSuchOrganization(id);
    if (member)
      throw new Refusal(
        `${labelOf(caller)} is a member of ${organizationLabel(organization)} already, as ${member.role}.`,
      );
    return joinOrganization({ caller, organization, role: options.role, by: operator, now });
  });
  output.record(presentMember(added));
}

async function list({ output }: Admin, options: InOrganization): Promise<void> {
  const organization = await namedOrOnlyOrganization(options.organization);
  const members = await listMembers(organization.id);
  output.list('members', members.map(presentMember), {
    columns: ['user_id', 'email', 'name', 'role', 'joined_at'],
  });
}

async function setRole(
  { output, now, confirm }: Admin,
  user: CallerReference,
  role: MemberRole,
  { organization }: InOrganization,
): Promise<void> {
  const caller = await existingCaller(user);
  const found = await namedOrOnlyOrganizationOf(caller, organization);
  const [{ id }, label] = [found, organizationLabel(found)];
  const { member: before } = await existingMember(caller, id);
  if (before.role === 'owner' && role !== 'owner') await requireOtherOwner(before, labelOf(caller));
  if (rolesAscending.indexOf(role) < rolesAscending.indexOf(before.role))
    await confirm(`${labelOf(caller)} is ${before.role} of ${label}, and then only ${role}.`);
  const outcome = await changeRole({
    userId: caller.id,
    organizationId: id,
    role,
    by: operator,
    now,
    hasOtherOwner,
  });
  const { member, stopped } = accepted(outcome, {
    no_member: () => noMember(caller, label),
    owner_is_program: ownerIsProgram,
    ...ownerRefusals(labelOf(caller), label),
  });
  output.record({ ...presentMember(member), stopped_webhooks: noteDisabled(output, stopped) });
}

const rolesAscending: readonly MemberRole[] = ['member', 'admin', 'owner'];

async function remove(
  { stage, output, now, ask, confirm }: Admin,
  user: CallerReference,
  options: InOrganization & { readonly revokeKeys?: true; readonly endMade?: boolean },
): Promise<void> {
  const caller = await knownCaller(user);
  const organization = await namedOrOnlyOrganizationOf(caller, options.organization);
  const [organizationId, label] = [organization.id, organizationLabel(organization)];
  const { member: present } = await getOrganizationAndMember(organizationId, caller.id);
  if (present) await requireOtherOwner(present, labelOf(caller));
  if (present || options.revokeKeys || options.endMade)
    await confirm(
      `${labelOf(caller)} loses the membership of ${label}, and the keys that are bound to it end for good.`,
    );
  let following: readonly ApiKeyItem[] = [];
  const outcome = await removeMemberAndMade({
    ...{ userId: caller.id, organizationId, by: operator, now, hasOtherOwner },
    endEntries: endEntriesOfMember,
    endsMade: async (made, { revokedKeys }) => {
      // Keys that are bound to no organization act in the current organization of their owner. `caller` shows the state before the removal,
      // so this finds the keys that acted in this organization.
      if (caller.current_organization_id === organizationId)
        following = (await listApiKeys(caller.id)).filter(
          (key) => key.organization_id === null && keyStatus(key, stage, now) === 'active',
        );
      // `endKey` also deletes the API Gateway keys, so it is called for keys that are revoked already.
      for (const key of options.revokeKeys ? [...revokedKeys, ...following] : revokedKeys)
        await endKey(stage, key, now);
      noteAccountsAndKeys(output, made);
      if (isNothing(made)) return false;
      return options.endMade ?? (await ask?.('End these service accounts and keys?')) ?? false;
    },
  });
  const { removed, revokedKeys, ended, left } = accepted(outcome, ownerRefusals(labelOf(caller), label));
  const { member, stopped } = removed ?? { member: undefined, stopped: [] };
  const keys = {
    revoked_keys: [...revokedKeys, ...(options.revokeKeys ? following : [])].map(apiKeyIdOf),
    active_keys: options.revokeKeys ? [] : following.map(apiKeyIdOf),
  };
  const made = {
    ended_service_accounts: ended.accounts.map(({ user_id }) => user_id),
    ended_keys_made: ended.keys.map(apiKeyIdOf),
    service_accounts_made: left.accounts.map(({ user_id }) => user_id),
    keys_made: left.keys.map(apiKeyIdOf),
  };
  if (!member && Object.values(keys).flat().length === 0 && isNothing(ended)) throw noMember(caller, label);
  const who = member ? presentMember(member) : { organization_id: organizationId, user_id: caller.id };
  output.record({ ...who, ...keys, ...made, stopped_webhooks: noteDisabled(output, stopped) });
  output.note(
    member ? `Removed from ${label}.` : `${labelOf(caller)} was not a member of ${label} any more.`,
  );
  if (keys.active_keys.length > 0)
    output.note('From now on the active keys act outside of any organization. To end one: keys revoke <key>');
  if (!isNothing(left))
    output.note(
      'The service accounts and keys that they made keep working. To end them, run the command again with: --end-made',
    );
}

/** Prints the accounts and keys that somebody made. The operator is then asked whether to end these. */
function noteAccountsAndKeys(output: Output, { accounts, keys }: AccountsAndKeys): void {
  for (const { user_id, name, role } of accounts)
    output.note(`They made the service account ${user_id} (${printable(name)}, ${role}).`);
  for (const key of keys)
    output.note(`They made the API key ${apiKeyIdOf(key)} (${printable(key.name)}) of ${key.owner_id}.`);
}

/** Presents people with the id prefix of the API's member resources. */
const presentMember = (member: MemberItem) => ({
  organization_id: member.organization_id,
  user_id: isPerson(member) ? `usr_${ulidOf(member.user_id)}` : member.user_id,
  email: member.email,
  name: member.name,
  role: member.role,
  joined_at: member.joined_at,
});
