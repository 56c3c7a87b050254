import { rejected } from '../access/authentication.ts';
import type { ApiError } from '../access/errors.ts';
import { isApiKey, type Principal } from '../access/principal.ts';
import { type DocumentId, type RoomId, roomId, versionId } from '../contract/identifiers.ts';
import type { PageContract } from '../contract/pages.ts';
import { hashToken } from '../credentials/tokens.ts';
import { getOrganizationAndMember } from '../data/organizations/organizations.ts';
import type { AcceptingReader } from '../data/reading/acknowledgements.ts';
import { anonymousReader } from '../data/reading/views.ts';
import { noOrganizationId, noRoomId } from '../data/table/ids.ts';
import { readerTokenIn } from '../http/readerCookie.ts';
import { baseUrl, pathOf } from '../presentation/links.ts';
import type { RecordedAsking, RoleLookup, Who } from '../reading/asking.ts';
import { isRobot } from '../reading/robots.ts';
import { prefersJson } from './jsonOrPage.ts';
import type { PageRequest } from './page.ts';

/** The question of a page to the door. */
export type PageAsking = RecordedAsking & { readonly of: 'content' };

/** Returns the question that a request for a page of a document puts to the door. */
export function askingOf(request: PageRequest, documentId: DocumentId): PageAsking {
  const { caller, visitor, path, query, headers, network, isHead } = request;
  const token = readerTokenIn(headers.cookie, baseUrl());
  return {
    documentId,
    version: versionId.safeParse(path.version_id).data,
    room: roomIn(query),
    of: 'content',
    who: whoAsks(request),
    accepting: visitor ? { user_id: visitor.user.id } : browserWith(token),
    preview: query.as === 'reader' ? { texts: query.texts } : undefined,
    isJson: prefersJson(headers.accept),
    reader: { principal: caller, network },
    readerName: caller ? caller.user.id : anonymousReader(network, token),
    view: query.view,
    isRobot: !caller && isRobot(headers['user-agent']),
    isHead,
  };
}

/** Returns the room that a request names. A malformed id names no room, so it is answered as a missing one. */
const roomIn = ({ room }: PageRequest['query']): RoomId | undefined =>
  room === undefined ? undefined : (roomId.safeParse(room).data ?? noRoomId);

/** Returns who asks by a request: nobody, or a person with the rights of their credential. */
export function whoAsks(request: PageRequest): Who {
  const { visitor } = request;
  if (!visitor) return { kind: 'nobody', signInFirst: () => unauthenticated(request) };
  return {
    kind: 'caller',
    principal: visitor,
    ...(!isApiKey(visitor) && { roleIn: roleLookup(visitor) }),
  };
}

const roleLookup =
  ({ user }: Principal): RoleLookup =>
  async (organizationId) =>
    (await getOrganizationAndMember(organizationId ?? noOrganizationId, user.id)).member?.role;

const browserWith = (token: string | undefined): AcceptingReader | null =>
  token === undefined ? null : { cookie_hash: hashToken(token) };

/** Returns the 401 error. An API key without the permission to read gets the same error as a request without a key. */
export const unauthenticated = ({ caller, headers, expiredAt }: PageRequest): ApiError =>
  rejected(caller || headers.authorization === undefined ? 'missing_api_key' : 'invalid_api_key', expiredAt);

/** The query that keeps links within a room, and within a preview. */
export type KeptQuery = {
  readonly room?: string;
  readonly as?: 'reader';
  /** The name of the texts that the manager accepted in the preview. */
  readonly texts?: string;
};

/** Returns the query that keeps links within the room that a request names, and within a preview. */
export const keptQuery = (
  { query: { room, texts } }: Pick<PageRequest, 'query'>,
  isPreview: boolean,
): KeptQuery => ({
  ...roomQuery({ room }),
  ...(isPreview && { as: 'reader', ...(texts !== undefined && { texts }) }),
});

/** Returns the query that keeps links within the room that a request names. */
export const roomQuery = ({ room }: PageRequest['query']): Pick<KeptQuery, 'room'> =>
  room === undefined ? {} : { room };

/**
 * Returns the path of a request. The query keeps the room, the requested file, the place in the list of versions and the preview; `more`
 * adds to it.
 */
export const returnPath = (
  contract: PageContract,
  { path, query }: PageRequest,
  more: PageRequest['query'] = {},
): string =>
  pathOf(contract, path, {
    room: query.room,
    file: query.file,
    versions_after: query.versions_after,
    as: query.as,
    texts: query.texts,
    ...more,
  });
