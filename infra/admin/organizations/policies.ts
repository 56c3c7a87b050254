import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { createPolicy } from '../../../shared/acts/createPolicy.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { updatePolicy } from '../../../shared/acts/updatePolicy.ts';
import type { PolicyId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { isArchived, listPolicies, type PolicyItem } from '../../../shared/data/policies/policies.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { operator } from '../../../shared/events/records.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import {
  exampleOrganization,
  examplePolicy,
  type InOrganization,
  name,
  organizationOption,
  policyReference,
  rulesOption,
} from '../commandLine/arguments.ts';
import { existingOrganization } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';

interface Changes extends InOrganization {
  readonly name?: string;
  readonly rules?: Rules;
}

export function addPolicies(program: AdminCommand): void {
  const policies = program.subcommand('policies', 'governance policies, which the API attaches to documents');

  policies
    .subcommand('create', 'Add a policy to an organization.')
    .argument('<name>', 'its name', name)
    .requiredOption(...organizationOption)
    .option(...rulesOption)
    .examples(
      `policies create "Retention: seven years" --organization ${exampleOrganization}`,
      `policies create Confidential --organization ${exampleOrganization} --rules '{"watermark": true}'`,
    )
    .runs(create);

  policies
    .subcommand('update', 'Change the name or the rules of a policy.')
    .argument('<policy>', 'the id of the policy', policyReference)
    .requiredOption(...organizationOption)
    .option('--name <name>', 'its new name', name)
    .option(...rulesOption)
    .examples(`policies update ${examplePolicy} --organization ${exampleOrganization} --rules rules.json`)
    .runs(update);

  policies
    .subcommand('list', "An organization's policies, oldest first.")
    .requiredOption(...organizationOption)
    .examples(`policies list --organization ${exampleOrganization}`)
    .runs(list);
}

/** A lock binds those who set it for its whole time, so an owner decides on it, not the command line. */
const locking = {
  refusal: async () => 'Only owners with powers can lock and unlock a policy, with a session.',
};
const unlocked = (why: string) => new Refusal(`--rules must not contain locked. ${why}`);
const lockRefusals = {
  cannot_lock: unlocked,
  unconfirmed: unlocked,
  misconfirmed: unlocked,
  locked_too_long: unlocked,
};

async function create(
  { output }: Admin,
  called: string,
  { organization, rules }: InOrganization & { readonly rules?: Rules },
): Promise<void> {
  const { id } = await existingOrganization(organization);
  const outcome = await createPolicy(
    { organizationId: id, name: called, rules, by: operator, locking },
    withoutAnswer,
  );
  const policy = accepted(outcome, {
    ...lockRefusals,
    name_taken: (why) => new Refusal(`${called} cannot be added: ${why}.`),
  });
  output.record(presentPolicy(policy));
}

async function update({ output, now }: Admin, policyId: PolicyId, changes: Changes): Promise<void> {
  const { id } = await existingOrganization(changes.organization);
  const outcome = await updatePolicy({
    organizationId: id,
    policyId,
    name: changes.name,
    rules: changes.rules,
    by: operator,
    now,
    looseningRefusal: async () => 'Operators may not.',
    locking,
  });
  const policy = accepted(outcome, {
    ...lockRefusals,
    no_policy: () => new Refusal(`There is no policy ${policyId} in this organization.`),
    loosened: (why) => new Refusal(why),
    name_taken: (why) => new Refusal(`${changes.name} cannot be its name: ${why}.`),
  });
  output.record(presentPolicy(policy));
}

async function list({ output }: Admin, { organization }: InOrganization): Promise<void> {
  const { id } = await existingOrganization(organization);
  const policies = await listPolicies(id);
  output.list('policies', policies.map(presentPolicy), {
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
