import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { createPolicy } from '../../../shared/acts/createPolicy.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { updatePolicy } from '../../../shared/acts/updatePolicy.ts';
import type { PolicyId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { listOrganizations } from '../../../shared/data/organizations/organizations.ts';
import {
  findPolicy,
  getPolicy,
  isArchived,
  listPolicies,
  type PolicyItem,
} from '../../../shared/data/policies/policies.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { allRules } from '../../../shared/policies/storedRules.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import {
  documentOrLink,
  exampleDocument,
  exampleOrganization,
  examplePolicy,
  type InOrganization,
  name,
  organizationOption,
  policyReference,
  rulesOption,
} from '../commandLine/arguments.ts';
import { namedOrOnlyOrganization } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { attach, detach } from './documentPolicies.ts';

interface Changes extends InOrganization {
  readonly name?: string;
  readonly rules?: Rules;
}

export function addPolicies(program: AdminCommand): void {
  const policies = program.subcommand(
    'policies',
    'governance policies, and the documents that they are attached to',
  );

  policies
    .subcommand('create', 'Add a policy to an organization.')
    .argument('<name>', 'its name', name)
    .option(...organizationOption)
    .option(...rulesOption)
    .examples(
      `policies create "Retention: seven years" --organization ${exampleOrganization}`,
      `policies create Confidential --organization ${exampleOrganization} --rules '{"watermark": true}'`,
    )
    .runs(create);

  policies
    .subcommand('update', 'Change the name or the rules of a policy.')
    .argument('<policy>', 'the id of the policy', policyReference)
    .option(...organizationOption)
    .option('--name <name>', 'its new name', name)
    .option(...rulesOption)
    .asksFirst()
    .more('--rules replaces all rules. The command asks first if the policy loses a rule.')
    .examples(`policies update ${examplePolicy} --organization ${exampleOrganization} --rules rules.json`)
    .runs(update);

  policies
    .subcommand('list', "An organization's policies, oldest first.")
    .option(...organizationOption)
    .examples('policies list', `policies list --organization ${exampleOrganization}`)
    .runs(list);

  policies
    .subcommand('show', 'One policy with its rules.')
    .argument('<policy>', 'its id', policyReference)
    .examples(`policies show ${examplePolicy}`)
    .runs(show);

  policies
    .subcommand('attach', "Attach a policy to a document of the policy's organization.")
    .argument('<policy>', 'the id of the policy', policyReference)
    .argument('<document>', 'the id of the document, or a link to it', documentOrLink)
    .more('Members see that an operator attached it. A policy that is attached already stays as it is.')
    .examples(`policies attach ${examplePolicy} ${exampleDocument}`)
    .runs(attach);

  policies
    .subcommand('detach', 'Detach a policy from a document. Its rules do not bind readers any more.')
    .argument('<policy>', 'the id of the policy', policyReference)
    .argument('<document>', 'the id of the document, or a link to it', documentOrLink)
    .asksFirst()
    .more('It refuses while the policy keeps the document: only an owner of the organization can end that.')
    .examples(`policies detach ${examplePolicy} ${exampleDocument}`)
    .runs(detach);
}

/** A lock binds the organization until the lock ends. So only an owner of the organization sets a lock, and no operator. */
const locking = {
  refusal: async () => 'Only owners with powers can lock and unlock a policy, with a session.',
};
const unlocked = (why: string) => new Refusal(`--rules must not contain locked. ${why}`);
const noGroup = (id: string) =>
  new Refusal(`--rules names the group ${id}, which this organization does not have.`);
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
  const { id } = await namedOrOnlyOrganization(organization);
  const outcome = await createPolicy(
    { organizationId: id, name: called, rules, by: operator, locking },
    withoutAnswer,
  );
  const policy = accepted(outcome, {
    ...lockRefusals,
    no_group: noGroup,
    name_taken: (why) => new Refusal(`${called} cannot be added: ${why}.`),
  });
  output.record(presentPolicy(policy));
}

async function update({ output, now, confirm }: Admin, policyId: PolicyId, changes: Changes): Promise<void> {
  const { id } = await namedOrOnlyOrganization(changes.organization);
  const before = await getPolicy(id, policyId);
  const { rules } = changes;
  const lost = rules ? Object.keys(allRules(before?.rules ?? {})).filter((rule) => !(rule in rules)) : [];
  if (before && lost.length > 0)
    await confirm(`The policy ${policyId} (${before.name}) loses these rules: ${lost.join(', ')}.`);
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
    no_group: noGroup,
    no_policy: () => new Refusal(`There is no policy ${policyId} in this organization.`),
    at_gate: (room) =>
      new Refusal(`The policy is at the gate of ${room}, so its rules cannot keep documents.`),
    loosened: (why) => new Refusal(why),
    name_taken: (why) => new Refusal(`${changes.name} cannot be its name: ${why}.`),
  });
  output.record(presentPolicy(policy));
}

async function list({ output }: Admin, { organization }: InOrganization): Promise<void> {
  const { id } = await namedOrOnlyOrganization(organization);
  const policies = await listPolicies(id);
  output.list('policies', policies.map(presentPolicy), {
    columns: ['id', 'name', 'archived', 'created_at'],
  });
}

async function show({ output }: Admin, policyId: PolicyId): Promise<void> {
  const organizations = await listOrganizations();
  const policy = await findPolicy(
    organizations.map(({ id }) => id),
    policyId,
  );
  if (!policy) throw new Refusal(`There is no policy ${policyId} in any organization.`);
  output.record({ ...presentPolicy(policy), locked_at: policy.locked_at ?? null }, policyBlanks);
}

const policyBlanks = { rules: 'none', locked_at: 'not locked' };

const presentPolicy = (policy: PolicyItem) => ({
  id: policy.id,
  organization_id: policy.organization_id,
  name: policy.name,
  archived: isArchived(policy),
  rules: allRules(policy.rules ?? {}),
  created_at: createdAt(policy.id),
});
