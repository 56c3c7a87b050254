import type { Command } from 'commander';
import type { OrganizationItem } from '../../shared/data/organizations.ts';
import type { Admin } from './admin.ts';
import { type CallerReference, callerReference, name, organizationReference } from './arguments.ts';
import { existingOrganization, existingUser } from './lookups.ts';
import type { Data } from './stage.ts';

export function addOrganizations(program: Command, admin: Admin): void {
  const organizations = program
    .command('organizations')
    .description('tenants: what members share')
    .helpCommand(false);

  organizations
    .command('create')
    .description("Add an organization. It becomes its owner's current one if they have none.")
    .argument('<name>', 'what people call it; two may have the same name', name)
    .requiredOption('--owner <user>', 'its first owner, by id or e-mail address', callerReference)
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- organizations create "Example Ltd" --owner ada@example.com',
    )
    .action((called: string, { owner }: { owner: CallerReference }) =>
      createOrganization(admin, called, owner),
    );

  organizations
    .command('list')
    .description('All organizations, oldest first.')
    .addHelpText('after', '\nExample:\n  npm run --silent admin -- organizations list --json')
    .action(() => listOrganizations(admin));

  organizations
    .command('show')
    .description('One organization, and how much it has.')
    .argument('<organization>', 'its id', organizationReference)
    .addHelpText('after', '\nExample:\n  npm run admin -- organizations show org_01j9zq4t8w3v5x7y9a1c2d3e4f')
    .action((organization: string) => showOrganization(admin, organization));
}

async function createOrganization(admin: Admin, called: string, owner: CallerReference): Promise<void> {
  const { data, events } = await admin.connect();
  const organization = await data.retryOnConflict(async () => {
    const founder = await existingUser(data, owner);
    const founded = data.founding(founder, data.newId('org'), called, admin.now());
    const event = events.organizationEvent('organization.created', founded.organization, null);
    await events.commitWithEvents(event, ...founded.writes);
    return founded.organization;
  });
  admin.output().record(presentOrganization(data, organization));
}

async function listOrganizations(admin: Admin): Promise<void> {
  const { data } = await admin.connect();
  const organizations = await data.listOrganizations();
  admin.output().list(
    'organizations',
    organizations.map((organization) => presentOrganization(data, organization)),
  );
}

async function showOrganization(admin: Admin, id: string): Promise<void> {
  const { data } = await admin.connect();
  const organization = await existingOrganization(data, id);
  const [members, policies] = await Promise.all([data.listMembers(id), data.listPolicies(id)]);
  const people = members.filter(({ user_id }) => user_id.startsWith('user_'));
  admin.output().record({
    ...presentOrganization(data, organization),
    member_count: people.length,
    service_account_count: members.length - people.length,
    policy_count: policies.length,
  });
}

const presentOrganization = (data: Data, { id, name: called, owner_count }: OrganizationItem) => ({
  id,
  name: called,
  owner_count,
  created_at: data.createdAt(id),
});
