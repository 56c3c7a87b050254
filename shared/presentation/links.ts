import type { DocumentId, MailId, RoomId, VersionId } from '../contract/identifiers.ts';
import { type PageContract, pages } from '../contract/pages.ts';
import { environment } from '../runtime/environment.ts';

/** Returns the URL at which clients reach the service, without a trailing slash. */
export const baseUrl = environment('serviceBaseUrl');

/** Returns the prefix of all paths: empty on a domain of the service's own, the stage on API Gateway's address. */
const prefix = (): string => new URL(baseUrl()).pathname.replace(/\/$/, '');

/** Returns a path of the service as links on its pages name it. */
export const linkTo = (path: string): string => prefix() + path;

/** Returns the path at which people sign in to get to `returnTo`, a path of the service without `linkTo`'s prefix. */
export const signInPath = (returnTo: string): string => bringingBack(pages.signIn, returnTo);

/** Returns the path of the page that asks visitors to sign in to get to `returnTo`. */
export const askToSignInPath = (returnTo: string): string => bringingBack(pages.askToSignIn, returnTo);

const bringingBack = ({ path }: PageContract, returnTo: string): string =>
  `${path}?return_to=${encodeURIComponent(returnTo)}`;

/** Returns the path that asks for a sign-in even if somebody is signed in at the provider, and then leads to `returnTo`. */
export const signInAsAnotherPath = (returnTo: string): string => `${signInPath(returnTo)}&prompt=login`;

type Values = Readonly<Record<string, string | undefined>>;

/** Returns the path of a page or an operation, with a query of those parameters that have a value. */
export function pathOf(page: Pick<PageContract, 'path'>, values: Values, query: Values = {}): string {
  const path = page.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** Returns the path that opens an invitation. Its token proves that the visitor was invited. */
export const invitationPath = (token: string): string => pathOf(pages.invitation, {}, { token });

/** Returns the path at which the receiver of a mail stops mail. */
export const mailChoicePath = (mail: { readonly id: MailId; readonly choice_token: string }): string =>
  pathOf(pages.mailChoice, {}, { mail: mail.id, token: mail.choice_token });

/** Returns the URL at which people open a room. */
export const roomUrl = (roomId: RoomId): string => `${baseUrl()}/r/${roomId}`;

/** Returns the path of an operation in the reference. `group`: its group, as paths name it */
export const referencePath = (group: string, operation: string): string =>
  `${pathOf(pages.referenceGroup, { group })}#${operation}`;

/** Returns the token in the path of an invitation; undefined for other paths. */
export function invitationTokenIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, baseUrl());
  return pathname === pages.invitation.path ? (searchParams.get('token') ?? undefined) : undefined;
}

export const documentPath = (documentId: DocumentId, query?: Values): string =>
  pathOf(pages.documentPage, { document_id: documentId }, query);

/** Returns the path at which people manage a document. */
export const managementPath = (documentId: DocumentId): string =>
  `${pages.console.path}/documents/${documentId}`;

/** Returns the path of the logo of the organization of a document or a room. `sha256`: of the logo */
export const logoPath = (id: DocumentId | RoomId, sha256: string): string =>
  `${isRoom(id) ? roomPath(id) : documentPath(id)}/logo?${new URLSearchParams({ logo: sha256 })}`;

const isRoom = (id: DocumentId | RoomId): id is RoomId => id.startsWith('room_');

/** Returns the path of a room's page. */
export const roomPath = (roomId: RoomId, query?: Values): string =>
  pathOf(pages.roomPage, { room_id: roomId }, query);

/** `page` is 1 for the first. */
export const pageImagePath = (
  documentId: DocumentId,
  versionId: VersionId,
  page: number,
  query?: Values,
): string =>
  pathOf(pages.pageImage, { document_id: documentId, version_id: versionId, page: String(page) }, query);

export const versionPath = (documentId: DocumentId, versionId: VersionId, query?: Values): string =>
  pathOf(pages.versionPage, { document_id: documentId, version_id: versionId }, query);
