import type { MemberRole } from './enumerations.ts';

/** The permissions that operations ask for. Specification 5 names `organization#list_members` and `organization#manage`. */
export const permissions = [
  'document#read',
  'document#write',
  'organization#create',
  'organization#list_members',
  'organization#leave',
  'organization#manage',
  'organization#own',
] as const;
export type Permission = (typeof permissions)[number];

/** Returns the permissions that this release knows. */
export const knownAmong = (names: readonly string[]): Permission[] =>
  permissions.filter((permission) => names.includes(permission));

const member: readonly Permission[] = [
  'document#read',
  'document#write',
  'organization#create',
  'organization#list_members',
  'organization#leave',
];
const manager: readonly Permission[] = [...member, 'organization#manage'];

export const permissionsOfRole: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: [...manager, 'organization#own'],
  admin: manager,
  member,
};

/** Returns whether a member manages their organization. Pass undefined for a caller who is not a member. */
export const mayManage = (member: { readonly role: MemberRole } | undefined): boolean =>
  member !== undefined && permissionsOfRole[member.role].includes('organization#manage');

/**
 * The permission for the powers of owners. A key has the powers only if the key was made with this permission, or with all permissions of
 * its owner. An owner's powers may begin later than the role (`data/organizations/ownership.ts`).
 */
export const ownersPermission = 'organization#own' satisfies Permission;

/** The permissions of a user outside of any organization, who can have documents and found an organization. */
export const permissionsWithoutOrganization: readonly Permission[] = [
  'document#read',
  'document#write',
  'organization#create',
];

/** The permissions of a person without an organization who reads a document that was shared with them. */
export const permissionsOfReaders: readonly Permission[] = ['document#read'];

/** The permissions that a service account never has, with any role (specification 4.5 rule 2). */
export const permissionsForPeopleOnly: readonly Permission[] = ['organization#create'];
