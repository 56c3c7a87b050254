import type { Command } from 'commander';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { retryOnConflict } from '../../shared/data/conflict.ts';
import { createdAt } from '../../shared/data/ids.ts';
import {
  createPolicy,
  getPolicyAndNames,
  isArchived,
  listPolicies,
  newPolicy,
  type PolicyItem,
} from '../../shared/data/policies.ts';
import { namingRefusal } from '../../shared/data/policyNames.ts';
import { policyEvent } from '../../shared/events/describe.ts';
import { commitChange } from '../../shared/events/outbox.ts';
import type { Admin } from './admin.ts';
import { exampleOrganization, type InOrganization, name, organizationOption } from './arguments.ts';
import { examples } from './examples.ts';
import { existingOrganization } from './lookups.ts';
import { Refusal } from './refusal.ts';

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
  const policy = await retryOnConflict(async () => {
    const { names } = await getPolicyAndNames(id);
    const made = newPolicy(id, called);
    const refusal = namingRefusal(names, made);
    if (refusal) throw new Refusal(`${called} cannot be added: ${refusal}.`);
    const events = [policyEvent('policy.created', made, null)] as const;
    const [created] = await commitChange({ events, writes: createPolicy(made, names) });
    return created;
  });
  admin.output().record(presentPolicy(policy));
}

async function list(admin: Admin, organizationId: OrganizationId): Promise<void> {
  await admin.connect();
  const { id } = await existingOrganization(organizationId);
  const policies = await listPolicies(id);
  admin.output().list('policies', policies.map(presentPolicy), {
    columns: ['id', 'name', 'archived', 'created_at'],
  });
}

const presentPolicy = (policy: PolicyItem) => ({
  id: policy.id,
  organization_id: policy.organization_id,
  name: policy.name,
  archived: isArchived(policy),
  created_at: createdAt(policy.id),
});
