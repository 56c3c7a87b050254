import * as z from 'zod/mini';
import { rejected } from '../access/authentication.ts';
import {
  isAmongColleagues,
  isBoundByPolicies,
  type RoleQuestion,
  type Visitor,
  viewable,
} from '../access/documents.ts';
import { type ApiError, notFound } from '../access/errors.ts';
import { isApiKey, type Principal } from '../access/principal.ts';
import { notProvenForShare, shareFor } from '../access/shares.ts';
import { documentId } from '../contract/identifiers.ts';
import type { PageContract } from '../contract/pages.ts';
import { hashToken } from '../credentials/tokens.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { ShareItem } from '../data/documents/shareItems.ts';
import { getOrganizationAndMember, type OrganizationItem } from '../data/organizations/organizations.ts';
import type { AttachmentItem } from '../data/policies/attachments.ts';
import { type CurrentAttachment, withCurrentNames, withPolicyNames } from '../data/policies/currentNames.ts';
import type { AcceptingReader } from '../data/reading/acknowledgements.ts';
import type { View } from '../data/reading/views.ts';
import { noOrganizationId } from '../data/table/ids.ts';
import { readerTokenIn } from '../http/readerCookie.ts';
import { asksToSignIn } from '../policies/combine.ts';
import type { Decision } from '../policies/decide.ts';
import { baseUrl, pathOf } from '../presentation/links.ts';
import { decideAccess } from './accessDecision.ts';
import type { PageRequest } from './page.ts';

/** The content of a page: a document, and its parts. */
export interface Content {
  readonly document: DocumentItem;
  readonly attachments: readonly AttachmentItem[];
  /** The view that the request names, which may be another reader's. Undefined if there is none, or if the page loads no view. */
  readonly view?: View | undefined;
}

/** The loaded content, with the current names and rules of its organization and policies. */
export type Current<Loaded extends Content> = Loaded & {
  readonly attachments: readonly CurrentAttachment[];
  /** Undefined if the document has no organization. */
  readonly organization: OrganizationItem | undefined;
};

/** A document that a visitor may open by its access level or a share, and the decision of its policies about the visitor. */
export interface OpenedDocument<Loaded extends Content> {
  readonly loaded: Current<Loaded>;
  readonly decision: Decision;
  /** The visitor if they may see the names of people; null otherwise. */
  readonly colleague: Principal | null;
  /** True for the creator and the owners and admins of the organization, whom policies do not bind. */
  readonly mayManage: boolean;
  /** True for a manager who previews a reader's view. */
  readonly isPreview: boolean;
  /** The person or browser whose acceptances count; null for a browser that has accepted nothing yet, and in a preview. */
  readonly accepting: AcceptingReader | null;
  /** The visitor's share of the document; undefined if there is none, or if the visitor manages the document. */
  readonly share: ShareItem | undefined;
}

/**
 * Checks whether the visitor of a page may open the loaded document, at `now` (epoch milliseconds). Throws 401 for visitors who must sign
 * in first, and 403 for visitors who have a share but whose address is not proven. Throws 404 for visitors who may not open the document,
 * whether or not it exists.
 */
export async function openDocument<Loaded extends Content>(
  found: Omit<Loaded, 'document'> & Partial<Pick<Loaded, 'document'>>,
  request: PageRequest,
  now: number,
): Promise<OpenedDocument<Loaded>> {
  const visitor = visitorOf(request);
  const { visitor: principal } = request;
  const roleOf = rolesAsked();
  const openingShare = shareAsked(request, found.document, now);
  const isShared = async () => (await openingShare()) !== undefined;
  const { document, byShare } = await viewable(found.document, visitor, roleOf, isShared);
  if (!principal && (await asksStrangers(document, found.attachments))) throw unauthenticated(request);
  const isColleague = !byShare && (await isAmongColleagues(document, visitor, roleOf));
  const mayManage = !byShare && !(await isBoundByPolicies(document, visitor, roleOf));
  const isCounted = byShare || (!mayManage && (document.share_count ?? 0) > 0);
  const opening = isCounted ? await openingShare() : undefined;
  if (byShare && !opening?.isProven) throw notProvenForShare();
  // Loaded last, only for visitors who may read the document. Undefined if the document's organization is deleted: nobody may read the
  // documents of such an organization.
  const loaded = await withCurrentNames({ ...found, document } as Loaded);
  if (!loaded) throw notFound('document', 'document_id');

  const isPreview = mayManage && looksAsReader(request);
  // A preview shows the view of a reader who has accepted nothing yet.
  const accepting = isPreview ? null : acceptingReader(principal, request);
  const previewedTexts = isPreview ? request.query.texts : undefined;
  const asking = { principal, accepting, isBound: !mayManage || isPreview, previewedTexts };
  const decision = await decideAccess(document, loaded.attachments, asking, now);
  if (decision.kind === 'sign_in') throw unauthenticated(request);
  const share = opening?.share;
  const colleague = isColleague ? principal : null;
  return { loaded, decision, colleague, mayManage, isPreview, accepting, share };
}

/** Returns the share lookup for one visitor and one document. It runs at most once. */
function shareAsked({ path, visitor }: PageRequest, document: DocumentItem | undefined, now: number) {
  let answer: ReturnType<typeof shareFor> | undefined;
  return (): ReturnType<typeof shareFor> => {
    if (!visitor) return Promise.resolve(undefined);
    answer ??= shareFor(z.parse(documentId, path.document_id), document, visitor, now);
    return answer;
  };
}

/**
 * Returns whether a policy asks strangers to sign in. It loads at most one policy: the first that asked for a sign-in when it was attached.
 * All policies together have up to a megabyte of rules, and strangers can send many requests.
 */
async function asksStrangers(
  document: DocumentItem,
  attachments: readonly AttachmentItem[],
): Promise<boolean> {
  const first = attachments.filter(({ asked_sign_in }) => asked_sign_in).slice(0, 1);
  return (await withPolicyNames(document, first)).some(asksToSignIn);
}

/** Returns whether the request asks for a reader's view. For managers this is a preview. */
const looksAsReader = ({ query }: PageRequest): boolean => query.as === 'reader';

/** The query that keeps links within a preview. */
export type PreviewQuery = {
  readonly as?: 'reader';
  /** The name of the texts that the manager accepted in the preview. */
  readonly texts?: string;
};

export const previewQuery = ({ query: { texts } }: PageRequest): PreviewQuery => ({
  as: 'reader',
  ...(texts !== undefined && { texts }),
});

export const visitorOf = ({ visitor }: PageRequest): Visitor | null =>
  visitor && { principal: visitor, byApiKey: isApiKey(visitor) };

/** Returns the 401 error. An API key without the permission to read gets the same error as a request without a key. */
export const unauthenticated = ({ caller, headers, expiredAt }: PageRequest): ApiError =>
  rejected(caller || headers.authorization === undefined ? 'missing_api_key' : 'invalid_api_key', expiredAt);

/**
 * Returns the path of a request. The query keeps the requested file, the place in the list of versions and the preview; `more` adds to it.
 */
export const returnPath = (
  contract: PageContract,
  { path, query }: PageRequest,
  more: PageRequest['query'] = {},
): string =>
  pathOf(contract, path, {
    file: query.file,
    versions_after: query.versions_after,
    as: query.as,
    texts: query.texts,
    ...more,
  });

function acceptingReader(principal: Principal | null, { headers }: PageRequest): AcceptingReader | null {
  if (principal) return { user_id: principal.user.id };
  const token = readerTokenIn(headers.cookie, baseUrl());
  return token === undefined ? null : { cookie_hash: hashToken(token) };
}

/** Returns the role lookup for one visitor and one document. It runs at most once. */
function rolesAsked(): RoleQuestion {
  let answer: ReturnType<RoleQuestion> | undefined;
  return (userId, organizationId) => {
    answer ??= getOrganizationAndMember(organizationId ?? noOrganizationId, userId).then(
      ({ member }) => member?.role,
    );
    return answer;
  };
}
