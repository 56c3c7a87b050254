import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { type CallerItem, findUserByEmail, getCaller } from '../../../shared/data/callers/callers.ts';
import {
  getOrganization,
  getOrganizationAndMember,
  listMemberships,
  listOrganizations,
  type OrganizationItem,
} from '../../../shared/data/organizations/organizations.ts';
import type { CallerReference } from './arguments.ts';
import { printable } from './output.ts';
import { Refusal } from './refusal.ts';

/** Returns a user or service account. Throws a Refusal when there is none, or when it was erased. */
export async function existingCaller(reference: CallerReference): Promise<CallerItem> {
  const caller = await knownCaller(reference);
  if (caller.erased_at !== undefined)
    throw new Refusal(
      `${caller.id} was erased at ${caller.erased_at}. The service does not know any more who it was.`,
    );
  return caller;
}

/** Returns a user or service account, even an erased one. Throws a Refusal when there is none. */
export async function knownCaller(reference: CallerReference): Promise<CallerItem> {
  if ('email' in reference) {
    const user = await findUserByEmail(reference.email);
    if (!user)
      throw new Refusal(
        `No user has the e-mail address ${reference.email}. Create one with: users create ${reference.email} --name <name>`,
      );
    return user;
  }
  const caller = await getCaller(reference.id);
  // The lookup ignores the prefix, so the prefix must be checked against the caller's type.
  const isAccount = reference.id.startsWith('svc_');
  if (!caller || isAccount !== (caller.type === 'service_account'))
    throw new Refusal(`There is no ${isAccount ? 'service account' : 'user'} ${reference.id}.`);
  return caller;
}

/** Returns a person. Throws a Refusal when there is none, or for a service account. */
export const existingUser = async (reference: CallerReference): Promise<CallerItem> =>
  requirePerson(await existingCaller(reference));

/** Returns a person, even an erased one. Throws a Refusal when there is none, or for a service account. */
export const knownUser = async (reference: CallerReference): Promise<CallerItem> =>
  requirePerson(await knownCaller(reference));

function requirePerson(caller: CallerItem): CallerItem {
  if (caller.type !== 'user_account')
    throw new Refusal(`${caller.id} is a service account. This command needs a person.`);
  return caller;
}

/** Returns the caller. Throws a Refusal when the caller is disabled, because an API key or a role would have no effect. */
export function requireNotDisabled(caller: CallerItem): CallerItem {
  if (caller.disabled_at !== null)
    throw new Refusal(
      `${labelOf(caller)} is disabled since ${caller.disabled_at}. Enable them first: users enable ${caller.email ?? caller.id}`,
    );
  return caller;
}

/** Returns an organization. Throws a Refusal when there is none. */
export async function existingOrganization(organizationId: OrganizationId): Promise<OrganizationItem> {
  const organization = await getOrganization(organizationId);
  if (!organization) throw noSuchOrganization(organizationId);
  return organization;
}

/**
 * Returns the named organization, or the only one of the stage. Throws a Refusal when it does not exist, or when the stage has
 * several and none is named.
 */
export const namedOrOnlyOrganization = async (
  organizationId: OrganizationId | undefined,
): Promise<OrganizationItem> =>
  existingOrganization(
    organizationId ??
      (await onlyOne(
        (await listOrganizations()).map(({ id }) => id),
        'There are',
      )),
  );

/** Returns the named organization, or the only one that the caller belongs to. Throws a Refusal as `namedOrOnlyOrganization` does. */
export async function namedOrOnlyOrganizationOf(
  caller: CallerItem,
  organizationId: OrganizationId | undefined,
): Promise<OrganizationItem> {
  if (organizationId !== undefined) return existingOrganization(organizationId);
  const ids = (await listMemberships(caller.id)).map(({ organization_id }) => organization_id);
  return existingOrganization(await onlyOne(ids, `${labelOf(caller)} is in`));
}

/** The number of organizations that a sentence names. */
const namedAtMost = 5;

async function onlyOne(ids: readonly OrganizationId[], beginning: string): Promise<OrganizationId> {
  const [only, other] = ids;
  if (only === undefined) throw new Refusal(`${beginning} no organizations.`);
  if (other === undefined) return only;
  const more = ids.length > namedAtMost ? ', ... (organizations list has them all)' : '';
  const named = await Promise.all(ids.slice(0, namedAtMost).map(organizationNamed));
  throw new Refusal(
    `${beginning} ${ids.length} organizations. Name one with --organization: ${named.join(', ')}${more}`,
  );
}

export const noSuchOrganization = (organizationId: OrganizationId): Refusal =>
  new Refusal(`There is no organization ${organizationId}.`);

/** Returns an organization and the caller as its member. Throws a Refusal when one of them does not exist. */
export async function existingMember(caller: CallerItem, organizationId: OrganizationId) {
  const { organization, member } = await getOrganizationAndMember(organizationId, caller.id);
  if (!organization) throw noSuchOrganization(organizationId);
  if (!member) throw noMember(caller, organizationLabel(organization));
  return { organization, member };
}

/** `organization`: its label. */
export const noMember = (caller: CallerItem, organization: string): Refusal =>
  new Refusal(`${labelOf(caller)} is not a member of ${organization}.`);

/** Returns an organization's name for a sentence, with its id for the next command. */
export const organizationLabel = ({ name, id }: Pick<OrganizationItem, 'name' | 'id'>): string =>
  `${printable(name)} (${id})`;

/** Reads an organization and returns its label, or its id if there is none. */
export async function organizationNamed(organizationId: OrganizationId): Promise<string> {
  const organization = await getOrganization(organizationId);
  return organization ? organizationLabel(organization) : organizationId;
}

/** Returns a caller's name for a sentence. */
export const labelOf = ({ email, name, id }: CallerItem): string => email ?? `${name} (${id})`;
