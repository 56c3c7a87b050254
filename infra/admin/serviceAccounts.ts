import type { Command } from 'commander';
import type { MemberRole } from '../../shared/contract/enumerations.ts';
import type { CallerItem } from '../../shared/data/callers.ts';
import type { Admin } from './admin.ts';
import { name, organizationReference, role } from './arguments.ts';
import { existingOrganization } from './lookups.ts';
import { requireOwnable } from './members.ts';
import type { Data } from './stage.ts';

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
    .addHelpText(
      'after',
      `
Issue a key to the id that this prints: keys issue svc_...

Example:
  npm run admin -- service-accounts create "Nightly import" --organization org_01j9zq4t8w3v5x7y9a1c2d3e4f`,
    )
    .action((called: string, options: { organization: string; role: MemberRole }) =>
      createServiceAccount(admin, called, options),
    );

  accounts
    .command('list')
    .description('All service accounts, oldest first.')
    .addHelpText('after', '\nExample:\n  npm run --silent admin -- service-accounts list --json')
    .action(() => listServiceAccounts(admin));
}

async function createServiceAccount(
  admin: Admin,
  called: string,
  options: { readonly organization: string; readonly role: MemberRole },
): Promise<void> {
  requireOwnable('service_account', options.role);
  const { data } = await admin.connect();
  const organization = await existingOrganization(data, options.organization);
  const account: CallerItem = {
    id: data.newId('svc'),
    type: 'service_account',
    name: called,
    email: null,
    given_name: null,
    family_name: null,
    current_organization_id: organization.id,
    revision: 1,
  };
  await data.commit(
    ...data.createCaller(account),
    data.createMember(data.newMember(account, organization.id, options.role, admin.now())),
  );
  admin.output().record({ ...presentAccount(data, account), role: options.role });
}

async function listServiceAccounts(admin: Admin): Promise<void> {
  const { data } = await admin.connect();
  const accounts = (await data.listCallers()).filter(({ type }) => type === 'service_account');
  admin.output().list(
    'service accounts',
    accounts.map((account) => presentAccount(data, account)),
  );
}

const presentAccount = (data: Data, { id, name: called, current_organization_id }: CallerItem) => ({
  id,
  name: called,
  current_organization_id,
  created_at: data.createdAt(id),
});
