import type { Command } from 'commander';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { commit } from '../../shared/data/commit.ts';
import { createdAt } from '../../shared/data/ids.ts';
import { createPolicy, listPolicies, newPolicy, type PolicyItem } from '../../shared/data/policies.ts';
import type { Admin } from './admin.ts';
import { exampleOrganization, type InOrganization, name, organizationOption } from './arguments.ts';
import { examples } from './examples.ts';
import { existingOrganization } from './lookups.ts';

export function addPolicies(program: Command, admin: Admin): void {
  const policies = program
    .command('policies')
    .description('governance policies, which the API attaches to documents')
    .helpCommand(false);

  policies
    .command('create')
    .description('Add a policy to an organization.')
    .argument('<name>', 'what it asks for', name)
    .requiredOption(...organizationOption)
    .addHelpText(
      'after',
      examples(`policies create "Retention: seven years" --organization ${exampleOrganization}`),
    )
    .action((called: string, { organization }: InOrganization) => create(admin, called, organization));

  policies
    .command('list')
    .description("An organization's policies, oldest first.")
    .requiredOption(...organizationOption)
    .addHelpText('after', examples(`policies list --organization ${exampleOrganization}`))
    .action(({ organization }: InOrganization) => list(admin, organization));
}

async function create(admin: Admin, called: string, organizationId: OrganizationId): Promise<void> {
  await admin.connect();
  const { id } = await existingOrganization(organizationId);
  const [policy] = await commit([createPolicy(newPolicy(id, called))]);
  admin.output().record(presentPolicy(policy));
}

async function list(admin: Admin, organizationId: OrganizationId): Promise<void> {
  await admin.connect();
  const { id } = await existingOrganization(organizationId);
  const policies = await listPolicies(id);
  admin.output().list('policies', policies.map(presentPolicy), { columns: ['id', 'name', 'created_at'] });
}

const presentPolicy = ({ id, organization_id, name: called }: PolicyItem) => ({
  id,
  organization_id,
  name: called,
  created_at: createdAt(id),
});
