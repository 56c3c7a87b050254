import type { Command } from 'commander';
import type { MemberRole } from '../../shared/contract/enumerations.ts';
import { commitWithActs } from '../../shared/data/activity.ts';
import { type CallerItem, listCallers } from '../../shared/data/callers.ts';
import { retryOnConflict } from '../../shared/data/conflict.ts';
import { createdAt } from '../../shared/data/ids.ts';
import { addingServiceAccount } from '../../shared/data/serviceAccounts.ts';
import { actOf } from '../../shared/events/acts.ts';
import { operator } from '../../shared/events/describe.ts';
import type { Admin } from './admin.ts';
import { exampleOrganization, type InOrganization, name, organizationReference, role } from './arguments.ts';
import { examples } from './examples.ts';
import { existingOrganization } from './lookups.ts';
import { requireOwnable } from './members.ts';

export function addServiceAccounts(program: Command, admin: Admin): void {
  const accounts = program
    .command('service-accounts')
    .description('programs that act in an organization')
    .helpCommand(false);

  accounts
    .command('create')
    .description('Add a service account to an organization.')
    .argument('<name>', 'what it is for', name)
    .requiredOption('--organization <id>', 'where it acts', organizationReference)
    .option('--role <role>', 'member or admin; owners are people', role, 'member')
    .addHelpText('after', '\nIssue a key to the id that this prints: keys issue svc_...')
    .addHelpText(
      'after',
      examples(`service-accounts create "Nightly import" --organization ${exampleOrganization}`),
    )
    .action((called: string, options: AccountOptions) => create(admin, called, options));

  accounts
    .command('list')
    .description('All service accounts, oldest first.')
    .addHelpText('after', examples('npm run --silent admin -- service-accounts list --json'))
    .action(() => list(admin));
}

interface AccountOptions extends InOrganization {
  readonly role: MemberRole;
}

async function create(admin: Admin, called: string, options: AccountOptions): Promise<void> {
  requireOwnable('service_account', options.role);
  await admin.connect();
  const account = await retryOnConflict(async () => {
    const organization = await existingOrganization(options.organization);
    const adding = addingServiceAccount(called, organization, options.role, admin.now());
    const about = { service_account_id: adding.account.id, role: options.role };
    await commitWithActs([actOf('service_account.created', organization.id, operator, about)], adding.writes);
    return adding.account;
  });
  admin.output().record({ ...presentAccount(account), role: options.role });
}

async function list(admin: Admin): Promise<void> {
  await admin.connect();
  const accounts = (await listCallers()).filter(({ type }) => type === 'service_account');
  admin.output().list('service accounts', accounts.map(presentAccount));
}

const presentAccount = ({ id, name: called, current_organization_id }: CallerItem) => ({
  id,
  name: called,
  current_organization_id,
  created_at: createdAt(id),
});
