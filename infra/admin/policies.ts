import type { Command } from 'commander';
import { commit } from '../../shared/data/commit.ts';
import { createdAt, newId } from '../../shared/data/ids.ts';
import { createPolicy, listPolicies, type PolicyItem } from '../../shared/data/policies.ts';
import type { Admin } from './admin.ts';
import { exampleOrganization, name, organizationOption } from './arguments.ts';
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
    .action((called: string, { organization }: { organization: string }) =>
      create(admin, called, organization),
    );

  policies
    .command('list')
    .description("An organization's policies, oldest first.")
    .requiredOption(...organizationOption)
    .addHelpText('after', examples(`policies list --organization ${exampleOrganization}`))
    .action(({ organization }: { organization: string }) => list(admin, organization));
}

async function create(admin: Admin, called: string, organizationId: string): Promise<void> {
  await admin.connect();
  const { id: organization_id } = await existingOrganization(organizationId);
  const policy: PolicyItem = { id: newId('pol'), organization_id, name: called };
  await commit(createPolicy(policy));
  admin.output().record(presentPolicy(policy));
}

async function list(admin: Admin, organizationId: string): Promise<void> {
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
