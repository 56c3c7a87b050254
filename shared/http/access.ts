import type { AccessLevel, MemberRole } from '../contract/enumerations.ts';
import type { ActorId, OrganizationId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import { ApiError, forbidden, invalidRequest, notFound, wrongField } from './errors.ts';
import type { Principal } from './principal.ts';

/** The part of a document that the rules look at. */
interface Owned {
  readonly organization_id: OrganizationId | null;
  readonly access_level: AccessLevel;
  readonly created_by: User;
}

/**
 * Returns whether the API shows a document to a caller. They see their own, and those of their organization that are not
 * private. Documents made before someone had an organization stay theirs, and only theirs.
 */
export function mayRead(document: Owned, caller: Principal): boolean {
  const isCreator = document.created_by.id === caller.user.id;
  if (document.organization_id === null) return isCreator;
  return (
    document.organization_id === caller.organization_id && (isCreator || document.access_level !== 'private')
  );
}

/** The caller who opens a page. */
export interface Visitor {
  readonly principal: Principal;
  /** An API key, which may read, opens what the API would show it; a session what its person may read in any of their organizations. */
  readonly byApiKey: boolean;
}

/** Answers which role someone has in an organization, null for one that does not exist; undefined: they do not belong to it. */
export type RoleQuestion = (
  userId: ActorId,
  organizationId: OrganizationId | null,
) => Promise<MemberRole | undefined>;

/**
 * Returns the document when the visitor may open its page. Anyone may open a public one. Otherwise a visitor who is not
 * signed in is asked to sign in (401), and one who may not read it gets the 404 of a missing document. Private ones are for
 * their creator, those of an organization for its members; people who have left it may read neither.
 *
 * @param roleOf is asked only when the session does not act where the document is, and before each 404 of a signed-in
 * person, so that none of them comes sooner.
 */
export async function viewable<D extends Owned>(
  document: D | undefined,
  visitor: Visitor | null,
  roleOf: RoleQuestion,
): Promise<D> {
  if (document?.access_level === 'public') return document;
  if (!visitor) throw new ApiError('missing_api_key', 'Sign in to open this page.');
  const { principal, byApiKey } = visitor;
  if (byApiKey) return readable(document, principal);

  const isCreator = document?.created_by.id === principal.user.id;
  if (document?.organization_id === null && isCreator) return document;
  const actsThere = document?.organization_id === principal.organization_id && principal.role !== null;
  const isOpen = document !== undefined && (isCreator || document.access_level === 'organization');
  if (actsThere && isOpen) return document;
  const role = await roleOf(principal.user.id, document?.organization_id ?? null);
  if (role && isOpen) return document;
  throw notFound('document', 'document_id');
}

/**
 * Returns whether the page of a document names people to its visitor: to members of its organization only, since a public one is
 * open to everybody.
 *
 * @param document one that the visitor may open
 * @param roleOf is asked only when a session does not act where the public document is
 */
export async function isAmongColleagues(
  document: Owned,
  visitor: Visitor | null,
  roleOf: RoleQuestion,
): Promise<boolean> {
  if (!visitor) return false;
  if (document.access_level !== 'public') return true;
  const { principal, byApiKey } = visitor;
  if (document.organization_id === principal.organization_id) return principal.role !== null;
  return !byApiKey && (await roleOf(principal.user.id, document.organization_id)) !== undefined;
}

/**
 * Returns whether the policies of a document bind its visitor: not its creator, nor the owners and admins of its organization, as
 * long as they belong there.
 *
 * @param document one that the visitor may open
 * @param roleOf is asked only when a session does not act where the document is
 */
export async function isBoundByPolicies(
  document: Owned,
  visitor: Visitor | null,
  roleOf: RoleQuestion,
): Promise<boolean> {
  if (!visitor) return true;
  const { principal, byApiKey } = visitor;
  const isCreator = document.created_by.id === principal.user.id;
  if (document.organization_id === null) return !isCreator;
  const actsThere = document.organization_id === principal.organization_id;
  if (byApiKey && !actsThere) return true;
  const role = actsThere ? principal.role : await roleOf(principal.user.id, document.organization_id);
  return !(role === 'owner' || role === 'admin' || (role === 'member' && isCreator));
}

/** Returns the document when the caller may read it; throws 404 when it does not exist or they may not. */
export function readable<D extends Owned>(document: D | undefined, caller: Principal): D {
  if (!document || !mayRead(document, caller)) throw notFound('document', 'document_id');
  return document;
}

/**
 * Returns the document when the caller manages it: its creator, and those who run the organization. Throws 404 when they may not
 * even read it, 403 when only that.
 *
 * @param right what the others may not do, to end the message with
 */
export function changeable<D extends Owned>(
  document: D | undefined,
  caller: Principal,
  right = 'may change a document',
): D {
  const found = readable(document, caller);
  if (found.created_by.id !== caller.user.id && caller.role !== 'owner' && caller.role !== 'admin')
    throw forbidden(`Only its creator and the owners and admins of its organization ${right}.`);
  return found;
}

/**
 * Returns an access level that a document can have; throws 400 where it would be shared and belongs to no organization: one
 * answers for each public document.
 *
 * @param organizationId the document's
 * @param reason what is wrong, to end the message with
 */
export function possibleLevel(
  level: AccessLevel,
  organizationId: OrganizationId | null,
  reason: string,
): AccessLevel {
  if (level === 'private' || organizationId !== null) return level;
  throw wrongField('access_level', `cannot be ${level}: ${reason}`, level);
}

/**
 * Returns what guards the replay of an answer about a document: the caller may still change it. Of one that is gone, whoever was
 * answered may be answered again.
 *
 * @param load finds a document by its id
 */
export const stillChangeable =
  <Id, D extends Owned>(load: (documentId: Id) => Promise<D | undefined>) =>
  async ({ principal, path }: { readonly principal: Principal; readonly path: { document_id: Id } }) => {
    const document = await load(path.document_id);
    if (document) changeable(document, principal);
  };

export const noSuchVersion = () => notFound('version', 'version_id');

/** Returns the organization the caller acts in; throws 403 without one. */
export function actingOrganization({ organization_id }: Principal): OrganizationId {
  if (organization_id === null) throw noOrganization();
  return organization_id;
}

/** The error for a caller whose organization was deleted since the request began. */
export const noOrganization = () => forbidden('You do not belong to an organization.');

/** Throws 403 unless the caller is an owner of the organization that they act in, or staff, who act as one. */
export function requireOwner({ role }: Principal): void {
  if (role !== 'owner') throw forbidden('Only the owners of an organization may do this.');
}

/** The error for a caller who lost the right to manage their organization since the request began. */
export const noManager = () => forbidden('You may not manage this organization any more.');

export const noSuchPolicy = () => notFound('policy', 'policy_id');

export const noSuchWebhook = () => notFound('webhook', 'webhook_id');

/** The errors for an endpoint that nothing can be sent to. */
export const unlessEnabled = {
  no_endpoint: noSuchWebhook,
  endpoint_disabled: ({
    id,
    disabled,
  }: {
    readonly id: string;
    readonly disabled: { readonly at: string } | null;
  }) =>
    invalidRequest({
      code: 'invalid_value',
      location: 'path.webhook_id',
      param: 'webhook_id',
      message: `The endpoint is disabled since ${disabled?.at}. Enable it first.`,
      value: id,
      unprocessable: true,
    }),
};
