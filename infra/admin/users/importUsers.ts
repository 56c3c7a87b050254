import * as z from 'zod/mini';
import { joinOrganization } from '../../../shared/acts/joinOrganization.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { personNameMaxCharacters } from '../../../shared/contract/limits.ts';
import { shownName } from '../../../shared/contract/text.ts';
import { type CallerItem, findUserByEmail, isReader } from '../../../shared/data/callers/callers.ts';
import {
  getOrganizationAndMember,
  type OrganizationItem,
} from '../../../shared/data/organizations/organizations.ts';
import { retryInTurn } from '../../../shared/data/table/conflict.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import { grouped } from '../../../shared/text/words.ts';
import type { Admin } from '../commandLine/admin.ts';
import {
  existingOrganization,
  noSuchOrganization,
  organizationLabel,
  requireNotDisabled,
} from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { createUser } from './createUser.ts';
import { eachRow } from './eachRow.ts';
import { FailedRows, reportRun } from './failedRows.ts';
import { type FileRow, type PeopleFile, peopleFile } from './peopleFile.ts';

/** The roles that a file can give. */
const importedRoles = ['admin', 'member'] as const;

const roleIn = ({ fields: [, , role] }: Pick<FileRow, 'fields'>) => importedRoles.find((one) => one === role);

/** Reads a file with the columns email, name and role. */
export const importedFile = peopleFile({
  uses: 3,
  faultIn: (fields) => {
    const [, name = '', role = ''] = fields;
    if (role === 'owner')
      return 'nobody becomes owner by an import: import them as admin, then use members set-role';
    if (role !== '' && roleIn({ fields }) === undefined)
      return `role must be ${importedRoles.join(', ')} or empty`;
    const { error } = z.safeParse(shownName(personNameMaxCharacters), name);
    return error && `name ${error.issues[0]?.message}`;
  },
});

/** Returns the first row that gives a role; undefined if none does. */
export const rowWithRole = ({ rows }: PeopleFile): FileRow | undefined =>
  rows.find((row) => roleIn(row) !== undefined);

/**
 * Creates the people of a file, and adds those with a role to an organization. Whatever is there already counts as done, so the command can be
 * interrupted and repeated.
 */
export async function importUsers(
  { stage, output, clock }: Admin,
  file: PeopleFile,
  options: { readonly organization?: OrganizationId; readonly dryRun?: true },
): Promise<void> {
  const { dryRun = false } = options;
  const organization = options.organization && (await existingOrganization(options.organization));
  const staff = file.rows.filter(({ email }) => isOfStaff(stage, email)).length;
  if (staff > 0)
    output.note(`Addresses of service staff: ${grouped(staff)}. These people may act in every organization.`);
  const failed = dryRun ? undefined : new FailedRows(file);
  const { results, failures } = await eachRow(file, { output, failed }, async (row) => {
    const missing = await missingFor(row, organization);
    if (!dryRun) await add(row, missing, organization, clock);
    return missing;
  });
  const result = {
    file: file.path,
    ...(organization && { organization_id: organization.id, organization_name: organization.name }),
    rows: file.rows.length + file.repeated,
    created: results.filter(({ person }) => person).length,
    joined: results.filter(({ member }) => member).length,
    done_before: results.filter(({ person, member }) => !person && !member).length,
    repeated: file.repeated,
    ...(dryRun && { dry_run: true }),
  };
  reportRun(output, result, failures, failed);
  if (dryRun) output.note('Nothing was changed. Without --dry-run, the command does what is above.');
}

/** What a row asks for and is not there yet. */
interface Missing {
  /** The person, or more than a reader of shared documents. */
  readonly person: boolean;
  /** The membership. */
  readonly member: boolean;
}

/** Throws a Refusal when the person is disabled, or has another role. */
async function missingFor(row: FileRow, organization: OrganizationItem | undefined): Promise<Missing> {
  const role = roleIn(row);
  const user = await findUserByEmail(row.email);
  if (!user) return { person: true, member: role !== undefined };
  requireNotDisabled(user);
  if (role === undefined || !organization) return { person: isReader(user), member: false };
  const { member } = await getOrganizationAndMember(organization.id, user.id);
  if (member && member.role !== role)
    throw new Refusal(
      `their role in ${organizationLabel(organization)} is ${member.role}, and an import changes no roles. To change it: members set-role ${row.email} ${role} --organization ${organization.id}`,
    );
  return { person: isReader(user), member: !member };
}

async function add(
  row: FileRow,
  missing: Missing,
  organization: OrganizationItem | undefined,
  clock: Admin['clock'],
): Promise<void> {
  const [, name = ''] = row.fields;
  if (missing.person) await createUser(row.email, { name, given_name: null, family_name: null }, clock());
  const role = roleIn(row);
  if (!missing.member || role === undefined || !organization) return;
  // Each new member changes the counts of the organization, so the rows of a group would conflict with each other.
  await retryInTurn(organization.id, async () => {
    const caller = requireNotDisabled(await existing(row.email));
    const { organization: current, member } = await getOrganizationAndMember(organization.id, caller.id);
    if (!current) throw noSuchOrganization(organization.id);
    if (member) return;
    await joinOrganization({ caller, organization: current, role, by: operator, now: clock() });
  });
}

async function existing(email: string): Promise<CallerItem> {
  const user = await findUserByEmail(email);
  if (!user) throw new Refusal(`No user has the e-mail address ${email} any more.`);
  return user;
}

/** Returns whether an address makes its person service staff, as the authorizer decides. */
function isOfStaff({ staffEmailDomains, staffEmails }: Admin['stage'], email: string): boolean {
  const address = normalizedEmail(email) ?? '';
  const isListed = staffEmails.length === 0 || staffEmails.includes(address);
  return isListed && staffEmailDomains.includes(address.split('@')[1] ?? '');
}
