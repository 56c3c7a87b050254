import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { createOrganization } from '../../../shared/acts/createOrganization.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { listDeletedOrganizations } from '../../../shared/data/organizations/deletedOrganizations.ts';
import {
  isPerson,
  listMembers,
  listOrganizations,
} from '../../../shared/data/organizations/organizations.ts';
import { listPolicies } from '../../../shared/data/policies/policies.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import {
  type CallerReference,
  callerReference,
  exampleOrganization,
  name,
  organizationReference,
} from '../commandLine/arguments.ts';
import { existingOrganization, existingUser } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { exportOrganization } from '../export/exportOrganization.ts';
import { presentDeleted, presentOrganization } from './organizationRecords.ts';
import { addQuotas } from './quotas.ts';
import { restore } from './restoreOrganization.ts';

export function addOrganizations(program: AdminCommand): void {
  const organizations = program.subcommand('organizations', 'organizations, with their documents and quotas');

  organizations
    .subcommand('create', 'Add an organization. If its owner has no current organization, it becomes that.')
    .argument('<name>', 'its name; two organizations may have the same name', name)
    .requiredOption('--owner <user>', 'its first owner, by id or e-mail address', callerReference)
    .examples('organizations create "Example Ltd" --owner ada@example.com')
    .runs(create);

  organizations
    .subcommand('list', 'All organizations, oldest first.')
    .option('--deleted', 'deleted organizations, longest ago first')
    .examples('npm run --silent admin -- organizations list --json')
    .runs(list);

  organizations
    .subcommand('restore', 'Restore an organization as it was, up to 30 days after it was deleted.')
    .argument('<organization>', 'its id', organizationReference)
    .more('If it is interrupted, repeat it: members come back first, the organization last.')
    .examples(`organizations restore ${exampleOrganization}`)
    .runs(restore);

  organizations
    .subcommand('show', 'One organization, with the numbers of its members and policies.')
    .argument('<organization>', 'its id', organizationReference)
    .examples(`organizations show ${exampleOrganization}`)
    .runs(show);

  organizations
    .subcommand('export', 'Write all data of an organization into a folder: JSON Lines and PDFs.')
    .argument('<organization>', 'its id', organizationReference)
    .requiredOption('--output <folder>', 'a folder that is new or empty')
    .more(`
It changes nothing. The export has private and deleted documents. It has no secrets, and no entry pages, which can be drawn again.
Each PDF is compared with the hash from its processing. manifest.json is written last, with counts and hashes. Without it, the export
was interrupted. Items that change during the export are as they were before or after. Changes of the last second may be missing.`)
    .examples(`--stage prod organizations export ${exampleOrganization} --output example-ltd`)
    .runs(exportOrganization);

  addQuotas(organizations, {
    description: 'Show what an organization has stored, and its quotas. Options change the quotas.',
    argument: ['<organization>', 'its id', organizationReference],
    find: async (organizationId) => (await existingOrganization(organizationId)).id,
    example: `organizations quotas ${exampleOrganization}`,
  });
}

async function create(
  { output, now }: Admin,
  called: string,
  { owner }: { owner: CallerReference },
): Promise<void> {
  const founder = await existingUser(owner);
  const outcome = await createOrganization(
    { founderId: founder.id, name: called, by: operator, now },
    withoutAnswer,
  );
  const organization = accepted(outcome, {
    no_founder: () => new Refusal(`There is no user ${founder.id}.`),
    quota_exceeded: () =>
      new Refusal(`${founder.id} has founded the largest allowed number of organizations.`),
  });
  output.record(presentOrganization(organization));
}

async function list({ output }: Admin, { deleted }: { deleted?: true }): Promise<void> {
  if (deleted) output.list('deleted organizations', (await listDeletedOrganizations()).map(presentDeleted));
  else output.list('organizations', (await listOrganizations()).map(presentOrganization));
}

async function show({ output }: Admin, organizationId: OrganizationId): Promise<void> {
  const organization = await existingOrganization(organizationId);
  const [members, policies] = await Promise.all([listMembers(organizationId), listPolicies(organizationId)]);
  const people = members.filter(isPerson);
  output.record({
    ...presentOrganization(organization),
    member_count: people.length,
    service_account_count: members.length - people.length,
    policy_count: policies.length,
  });
}
