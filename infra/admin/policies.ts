import type { Command } from 'commander';
import type { PolicyItem } from '../../shared/data/policies.ts';
import type { Admin } from './admin.ts';
import { name, organizationReference } from './arguments.ts';
import { existingOrganization } from './lookups.ts';
import type { Data } from './stage.ts';

const exampleOrganization = 'org_01j9zq4t8w3v5x7y9a1c2d3e4f';

export function addPolicies(program: Command, admin: Admin): void {
  const policies = program
    .command('policies')
    .description('governance policies, which the API attaches to documents')
    .helpCommand(false);

  policies
    .command('create')
    .description('Add a policy to an organization.')
    .argument('<name>', 'what it asks for', name)
    .requiredOption('--organization <id>', 'the organization', organizationReference)
    .addHelpText(
      'after',
      `\nExample:\n  npm run admin -- policies create "Retention: seven years" --organization ${exampleOrganization}`,
    )
    .action((called: string, { organization }: { organization: string }) =>
      createPolicy(admin, called, organization),
    );

  policies
    .command('list')
    .description("An organization's policies, oldest first.")
    .requiredOption('--organization <id>', 'the organization', organizationReference)
    .addHelpText(
      'after',
      `\nExample:\n  npm run admin -- policies list --organization ${exampleOrganization}`,
    )
    .action(({ organization }: { organization: string }) => listPolicies(admin, organization));
}

async function createPolicy(admin: Admin, called: string, organizationId: string): Promise<void> {
  const { data } = await admin.connect();
  const { id: organization_id } = await existingOrganization(data, organizationId);
  const policy: PolicyItem = { id: data.newId('pol'), organization_id, name: called };
  await data.commit(data.createPolicy(policy));
  admin.output().record(presentPolicy(data, policy));
}

async function listPolicies(admin: Admin, organizationId: string): Promise<void> {
  const { data } = await admin.connect();
  const { id } = await existingOrganization(data, organizationId);
  const policies = await data.listPolicies(id);
  admin.output().list(
    'policies',
    policies.map((policy) => presentPolicy(data, policy)),
    { columns: ['id', 'name', 'created_at'] },
  );
}

const presentPolicy = (data: Data, { id, organization_id, name: called }: PolicyItem) => ({
  id,
  organization_id,
  name: called,
  created_at: data.createdAt(id),
});
