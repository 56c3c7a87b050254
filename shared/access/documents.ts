import type { AccessLevel } from '../contract/enumerations.ts';
import type { OrganizationId } from '../contract/identifiers.ts';
import { documentSharesMax } from '../contract/limits.ts';
import type { User } from '../contract/resources/user.ts';
import { forbidden, invalidRequest, notFound, quotaExceeded, wrongField } from './errors.ts';
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

export const noSuchAccessRequest = () => notFound('access request', 'request_id');

export const noSuchShare = () => notFound('share', 'share_id');

export const noSuchPolicy = () => notFound('policy', 'policy_id');

export const noSuchGroup = () => notFound('group', 'group_id');

export const noSuchGroupEntry = () => notFound('entry', 'entry_id');

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
