import type { AccessLevel, MemberRole } from '../contract/enumerations.ts';
import type { ActorId, OrganizationId } from '../contract/identifiers.ts';
import { documentSharesMax } from '../contract/limits.ts';
import type { User } from '../contract/resources/user.ts';
import { ApiError, forbidden, invalidRequest, notFound, quotaExceeded, wrongField } from './errors.ts';
import type { Principal } from './principal.ts';

/** The fields of a document that decide who may access it. */
interface Owned {
  readonly organization_id: OrganizationId | null;
  readonly access_level: AccessLevel;
  readonly created_by: User;
}

/**
 * Returns whether the API shows a document to a caller. Callers see the documents of the organization that they act in, except private
 * documents of others. A document without an organization is shown to its creator only.
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
  /**
   * Whether the visitor has an API key, which opens the documents that the API shows it. A session opens the documents that its user may
   * read in any of their organizations.
   */
  readonly byApiKey: boolean;
}

/**
 * Returns a user's role in an organization; undefined: they are not a member. The organization is null if the document is missing or has no
 * organization.
 */
export type RoleQuestion = (
  userId: ActorId,
  organizationId: OrganizationId | null,
) => Promise<MemberRole | undefined>;

/** A document whose page the visitor may open. */
interface Viewable<D> {
  readonly document: D;
  /** True if the visitor may open the document only because of a share. They are then a reader and not a colleague. */
  readonly byShare: boolean;
}

/**
 * Returns the document when the visitor may open its page. Everyone may open a public document. A private document is open to its creator,
 * and other documents of an organization to its members. People who have left the organization may not open its documents. A share opens a
 * document too. Throws 401 for a visitor who is not signed in. Throws the same 404 for a missing document as for a document that the
 * visitor may not read.
 *
 * @param roleOf is called for sessions only: if the session acts in another organization, and before each 404, so that response times do
 * not show which documents exist
 * @param isShared returns whether a share opens the document. It is called when nothing else opens the document, and also when there is no
 * document, so that response times do not show which documents exist
 */
export async function viewable<D extends Owned>(
  document: D | undefined,
  visitor: Visitor | null,
  roleOf: RoleQuestion,
  isShared: () => Promise<boolean>,
): Promise<Viewable<D>> {
  if (document?.access_level === 'public') return { document, byShare: false };
  if (!visitor) throw new ApiError('missing_api_key', 'Sign in to open this page.');
  if (document && (await isOpenTo(document, visitor, roleOf))) return { document, byShare: false };
  if (!document && !visitor.byApiKey) await roleOf(visitor.principal.user.id, null);
  const byShare = await isShared();
  if (document && byShare) return { document, byShare };
  throw notFound('document', 'document_id');
}

/** Returns whether a document that is not public is open to a visitor by its access level. */
async function isOpenTo(
  document: Owned,
  { principal, byApiKey }: Visitor,
  roleOf: RoleQuestion,
): Promise<boolean> {
  if (byApiKey) return mayRead(document, principal);
  const isCreator = document.created_by.id === principal.user.id;
  if (document.organization_id === null && isCreator) return true;
  const actsThere = document.organization_id === principal.organization_id && principal.role !== null;
  const isOpen = isCreator || document.access_level === 'organization';
  if (actsThere && isOpen) return true;
  return (await roleOf(principal.user.id, document.organization_id)) !== undefined && isOpen;
}

/**
 * Returns whether a document's page shows people's names to its visitor. Everybody can open a public document, so only members of its
 * organization see names there.
 *
 * @param document a document that the visitor may open
 * @param roleOf is called only for a public document, when the session acts in another organization
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
 * Returns whether the policies of a document bind its visitor. The document's creator and the owners and admins of its organization are
 * exempt while they are members.
 *
 * @param document a document that the visitor may open
 * @param roleOf is called only when the session acts in another organization
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

/** Returns the document when the caller may read it; throws 404 when it is missing or they may not read it. */
export function readable<D extends Owned>(document: D | undefined, caller: Principal): D {
  if (!document || !mayRead(document, caller)) throw notFound('document', 'document_id');
  return document;
}

/** Returns whether a caller may change a document: as its creator or as an owner or admin of its organization. */
export const mayChange = (document: Owned, caller: Principal): boolean =>
  mayRead(document, caller) &&
  (document.created_by.id === caller.user.id || caller.role === 'owner' || caller.role === 'admin');

/** Returns whether a caller may restore a deleted document. Their credential needs the permission to change documents. */
export const mayRestore = (document: Owned, caller: Principal): boolean =>
  caller.permissions.includes('document#write') && mayChange(document, caller);

/**
 * Returns the document when the caller may change it, as its creator or as an owner or admin of its organization. Throws 404 when they may
 * not read it, 403 when they may only read it.
 *
 * @param right the refused action, as the end of the error message
 */
export function changeable<D extends Owned>(
  document: D | undefined,
  caller: Principal,
  right = 'may change a document',
): D {
  const found = readable(document, caller);
  if (!mayChange(found, caller))
    throw forbidden(`Only its creator and the owners and admins of its organization ${right}.`);
  return found;
}

/**
 * Returns `level` if the document can have it. A document without an organization can only be private, because an organization must be
 * responsible for other levels. Throws `invalid_value` otherwise.
 *
 * @param organizationId the document's organization
 * @param reason the end of the error message
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
 * Returns the guard for replays of an answer about a document: the caller must still be allowed to change the document. Once the document
 * is gone, every replay is allowed.
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

/** Returns the organization that the caller acts in; throws 403 without one. */
export function actingOrganization({ organization_id }: Principal): OrganizationId {
  if (organization_id === null) throw noOrganization();
  return organization_id;
}

/** The error for a caller whose organization was deleted since the request began. */
export const noOrganization = () => forbidden('You do not belong to an organization.');

/** Throws 403 unless the caller is an owner of the organization that they act in. Staff act as owners. */
export function requireOwner({ role }: Principal): void {
  if (role !== 'owner') throw forbidden('Only the owners of an organization may do this.');
}

/** The error for a caller who lost the right to manage their organization since the request began. */
export const noManager = () => forbidden('You may not manage this organization any more.');

export const tooManyShares = () =>
  quotaExceeded(
    `A document has at most ${documentSharesMax} shares that have not ended. Withdraw one first.`,
  );

export const noSuchShare = () => notFound('share', 'share_id');

export const noSuchPolicy = () => notFound('policy', 'policy_id');

export const noSuchWebhook = () => notFound('webhook', 'webhook_id');

/** The errors for a missing or disabled webhook endpoint. */
export const endpointErrors = {
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
      problemCode: 'endpoint_disabled',
      location: 'path.webhook_id',
      param: 'webhook_id',
      message: `The endpoint is disabled since ${disabled?.at}. Enable it first.`,
      value: id,
      unprocessable: true,
    }),
};
