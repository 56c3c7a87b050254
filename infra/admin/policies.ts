import type { Command } from 'commander';
import type { OrganizationId, PolicyId } from '../../shared/contract/identifiers.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { retryOnConflict } from '../../shared/data/conflict.ts';
import { createdAt } from '../../shared/data/ids.ts';
import {
  createPolicy,
  getPolicyAndNames,
  isArchived,
  listPolicies,
  newPolicy,
  type PolicyItem,
  replacePolicy,
  withRules,
} from '../../shared/data/policies.ts';
import { namingRefusal } from '../../shared/data/policyNames.ts';
import { operator, policyEvent } from '../../shared/events/describe.ts';
import { commitChange } from '../../shared/events/outbox.ts';
import { looseningRefusal } from '../../shared/http/retention.ts';
import type { Admin } from './admin.ts';
import {
  exampleOrganization,
  examplePolicy,
  type InOrganization,
  name,
  organizationOption,
  policyReference,
  rulesOption,
} from './arguments.ts';
import { examples } from './examples.ts';
import { existingOrganization } from './lookups.ts';
import { Refusal } from './refusal.ts';

interface Changes extends InOrganization {
  readonly name?: string;
  readonly rules?: Rules;
}

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
    .option(...rulesOption)
    .addHelpText(
      'after',
      examples(
        `policies create "Retention: seven years" --organization ${exampleOrganization}`,
        `policies create Confidential --organization ${exampleOrganization} --rules '{"watermark": true}'`,
      ),
    )
    .action((called: string, options: InOrganization & { readonly rules?: Rules }) =>
      create(admin, called, options),
    );

  policies
    .command('update')
    .description('Change a policy: what is not named stays as it is.')
    .argument('<policy>', 'the id of the policy', policyReference)
    .requiredOption(...organizationOption)
    .option('--name <name>', 'its new name', name)
    .option(...rulesOption)
    .addHelpText(
      'after',
      examples(`policies update ${examplePolicy} --organization ${exampleOrganization} --rules rules.json`),
    )
    .action((id: PolicyId, options: Changes) => update(admin, id, options));

  policies
    .command('list')
    .description("An organization's policies, oldest first.")
    .requiredOption(...organizationOption)
    .addHelpText('after', examples(`policies list --organization ${exampleOrganization}`))
    .action(({ organization }: InOrganization) => list(admin, organization));
}

async function create(
  admin: Admin,
  called: string,
  { organization, rules }: InOrganization & { readonly rules?: Rules },
): Promise<void> {
  await admin.connect();
  const { id } = await existingOrganization(organization);
  const policy = await retryOnConflict(async () => {
    const { names } = await getPolicyAndNames(id);
    const made = newPolicy(id, called, rules);
    const refusal = namingRefusal(names, made);
    if (refusal) throw new Refusal(`${called} cannot be added: ${refusal}.`);
    const events = [policyEvent('policy.created', made, operator)] as const;
    const [created] = await commitChange({ events, writes: createPolicy(made, names) });
    return created;
  });
  admin.output().record(presentPolicy(policy));
}

async function update(admin: Admin, policyId: PolicyId, changes: Changes): Promise<void> {
  await admin.connect();
  const { id } = await existingOrganization(changes.organization);
  const policy = await retryOnConflict(async () => {
    const { policy: found, names } = await getPolicyAndNames(id, policyId);
    if (!found) throw new Refusal(`There is no policy ${policyId} in this organization.`);
    const renamed = { ...found, name: changes.name ?? found.name };
    const updated = changes.rules ? withRules(renamed, changes.rules) : renamed;
    const loosening = looseningRefusal(found, updated, { isOwner: false, now: admin.now() });
    if (loosening) throw new Refusal(loosening);
    const refusal = isArchived(updated) ? undefined : namingRefusal(names, updated);
    if (refusal) throw new Refusal(`${updated.name} cannot be its name: ${refusal}.`);
    const events = [policyEvent('policy.updated', updated, operator)] as const;
    const [replaced] = await commitChange({ events, writes: replacePolicy(updated, names) });
    return replaced;
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
  rules: policy.rules ?? {},
  created_at: createdAt(policy.id),
});
