import type { CallerItem } from '../../shared/data/callers.ts';
import type { OrganizationItem } from '../../shared/data/organizations.ts';
import type { CallerReference } from './arguments.ts';
import { Refusal } from './refusal.ts';
import type { Data } from './stage.ts';

/** A user or service account. Throws a Refusal when there is none. */
export async function existingCaller(data: Data, reference: CallerReference): Promise<CallerItem> {
  if ('email' in reference) {
    const user = await data.findUserByEmail(reference.email);
    if (!user)
      throw new Refusal(
        `No user has the e-mail address ${reference.email}. Create one with: users create ${reference.email} --name <name>`,
      );
    return user;
  }
  const caller = await data.getCaller(reference.id);
  // A ULID belongs to one caller, whatever its prefix; an id with the wrong one is nobody's all the same.
  const isAccount = reference.id.startsWith('svc_');
  if (!caller || isAccount !== (caller.type === 'service_account'))
    throw new Refusal(`There is no ${isAccount ? 'service account' : 'user'} ${reference.id}.`);
  return caller;
}

/** A person. Throws a Refusal for nobody and for service accounts. */
export async function existingUser(data: Data, reference: CallerReference): Promise<CallerItem> {
  const caller = await existingCaller(data, reference);
  if (caller.type !== 'user_account')
    throw new Refusal(`${caller.id} is a service account; this takes a person.`);
  return caller;
}

/** Throws a Refusal when there is none. */
export async function existingOrganization(data: Data, id: string): Promise<OrganizationItem> {
  const organization = await data.getOrganization(id);
  if (!organization) throw noSuchOrganization(id);
  return organization;
}

export const noSuchOrganization = (id: string): Refusal => new Refusal(`There is no organization ${id}.`);

/** Throws a Refusal unless the caller is a member of the organization. */
export async function requireMember(data: Data, caller: CallerItem, organizationId: string): Promise<void> {
  const { organization, member } = await data.getOrganizationAndMember(organizationId, caller.id);
  if (!organization) throw noSuchOrganization(organizationId);
  if (!member) throw notMember(caller, organizationId);
}

export const notMember = (caller: CallerItem, organizationId: string): Refusal =>
  new Refusal(`${labelOf(caller)} is not a member of ${organizationId}.`);

/** What a caller is called in a sentence. */
export const labelOf = ({ email, name, id }: CallerItem): string => email ?? `${name} (${id})`;
