import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { createServiceAccount } from '../../../shared/acts/createServiceAccount.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import type { MemberRole } from '../../../shared/contract/enumerations.ts';
import { type CallerItem, listCallers } from '../../../shared/data/callers/callers.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import {
  exampleOrganization,
  type InOrganization,
  name,
  organizationOption,
  role,
} from '../commandLine/arguments.ts';
import {
  existingCaller,
  namedOrOnlyOrganization,
  noSuchOrganization,
  organizationNamed,
} from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { ownerIsProgram } from './members.ts';

export function addServiceAccounts(program: AdminCommand): void {
  const accounts = program.subcommand('service-accounts', 'accounts of programs in an organization');

  accounts
    .subcommand('create', 'Add a service account to an organization.')
    .argument('<name>', 'its name, such as its purpose', name)
    .option(...organizationOption)
    .option('--role <role>', 'member or admin; owners are people', role, 'member')
    .more('Then issue a key to the id that this command prints: keys issue svc_...')
    .examples(`service-accounts create "Nightly import" --organization ${exampleOrganization}`)
    .runs(create);

  accounts
    .subcommand('list', 'All service accounts, oldest first.')
    .examples('npm run --silent admin -- service-accounts list --json')
    .runs(list);
}

async function create(
  { output, now }: Admin,
  called: string,
  { organization, role: asked }: InOrganization & { readonly role: MemberRole },
): Promise<void> {
  const organizationId = organization ?? (await namedOrOnlyOrganization(undefined)).id;
  const label = await organizationNamed(organizationId);
  const outcome = await createServiceAccount(
    { organizationId, name: called, role: asked, by: operator, now },
    withoutAnswer,
  );
  const { user_id } = accepted(outcome, {
    no_organization: () => noSuchOrganization(organizationId),
    no_manager: () => noSuchOrganization(organizationId),
    owner_is_program: ownerIsProgram,
    too_many: () => new Refusal(`${label} has the largest allowed number of service accounts.`),
  });
  output.record({ ...presentAccount(await existingCaller({ id: user_id })), role: asked });
}

async function list({ output }: Admin): Promise<void> {
  const accounts = (await listCallers()).filter(({ type }) => type === 'service_account');
  output.list('service accounts', accounts.map(presentAccount));
}

const presentAccount = ({ id, name: called, current_organization_id }: CallerItem) => ({
  id,
  name: called,
  current_organization_id,
  created_at: createdAt(id),
});
