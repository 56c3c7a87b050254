import type { PageContract } from '../contract/pages.ts';
import type { AcceptingReader } from '../data/acknowledgements.ts';
import type { AttachmentItem } from '../data/attachments.ts';
import { type CurrentAttachment, withCurrentNames, withPolicyNames } from '../data/currentNames.ts';
import type { DocumentItem } from '../data/documents.ts';
import { getOrganizationAndMember, type OrganizationItem } from '../data/organizations.ts';
import type { View } from '../data/views.ts';
import {
  isAmongColleagues,
  isBoundByPolicies,
  type RoleQuestion,
  type Visitor,
  viewable,
} from '../http/access.ts';
import { rejected } from '../http/authentication.ts';
import { type ApiError, notFound } from '../http/errors.ts';
import { isApiKey, type Principal } from '../http/principal.ts';
import { readerTokenIn } from '../http/readerCookie.ts';
import { hashToken } from '../http/tokens.ts';
import { baseUrl, pathOf } from '../links.ts';
import { asksToSignIn } from '../policies/combine.ts';
import type { Decision } from '../policies/decide.ts';
import { admission } from './admission.ts';
import type { PageRequest } from './page.ts';

/** The content of a page: a document, and its parts. */
export interface Content {
  readonly document: DocumentItem;
  readonly attachments: readonly AttachmentItem[];
  /** The view that the request names, whoever's it is; undefined: there is none, or this page does not look. */
  readonly view?: View | undefined;
}

/** What was loaded, with the names and rules that organization and policies have now. */
export type Current<Loaded extends Content> = Loaded & {
  readonly attachments: readonly CurrentAttachment[];
  /** Undefined: the document belongs to none. */
  readonly organization: OrganizationItem | undefined;
};

/** A document that its visitor may open by its access level, and what its policies say of them. */
interface Opened<Loaded extends Content> {
  readonly loaded: Current<Loaded>;
  readonly decision: Decision;
  /** The visitor as one to whom the page names people; null for others. */
  readonly colleague: Principal | null;
  /** Policies do not bind the visitor: they made the document, or run its organization. */
  readonly mayManage: boolean;
  /** The visitor as one who accepts texts; null for a browser that has accepted nothing yet. */
  readonly accepting: AcceptingReader | null;
}

/**
 * Opens what was loaded for the visitor of a page, at `now` (epoch milliseconds). Throws 401 for someone who has to sign in first,
 * and 404 for who may not open the document, whether or not there is one.
 */
export async function opened<Loaded extends Content>(
  found: Omit<Loaded, 'document'> & Partial<Pick<Loaded, 'document'>>,
  request: PageRequest,
  now: number,
): Promise<Opened<Loaded>> {
  const visitor = visitorOf(request);
  const roleOf = rolesAsked();
  const document = await viewable(found.document, visitor, roleOf);
  const { visitor: principal } = request;
  if (!principal && (await asksStrangers(document, found.attachments))) throw unauthenticated(request);
  const colleague = (await isAmongColleagues(document, visitor, roleOf)) ? principal : null;
  const mayManage = !(await isBoundByPolicies(document, visitor, roleOf));
  // It is looked at last, for whoever may read the document: of a deleted organization, nobody may.
  const loaded = await withCurrentNames({ ...found, document } as Loaded);
  if (!loaded) throw notFound('document', 'document_id');

  const accepting = acceptingReader(principal, request);
  const isBound = !mayManage || looksAsReader(request);
  const asking = { principal, accepting, isBound };
  const decision = await admission(document, loaded.attachments, asking, now);
  if (decision.kind === 'sign_in') throw unauthenticated(request);
  return { loaded, decision, colleague, mayManage, accepting };
}

/**
 * Returns whether a policy asks strangers to sign in, by one that did so when it was attached. All policies of a document have up to a
 * megabyte of rules, and a stranger can ask as often as they like.
 */
async function asksStrangers(
  document: DocumentItem,
  attachments: readonly AttachmentItem[],
): Promise<boolean> {
  const first = attachments.filter(({ asked_sign_in }) => asked_sign_in).slice(0, 1);
  return (await withPolicyNames(document, first)).some(asksToSignIn);
}

/** Those whom policies do not bind look at a document as its readers do. */
export const looksAsReader = ({ query }: PageRequest): boolean => query.as === 'reader';

export const visitorOf = ({ visitor }: PageRequest): Visitor | null =>
  visitor && { principal: visitor, byApiKey: isApiKey(visitor) };

/** A key that may not read gets the answer of a request without one. */
export const unauthenticated = ({ caller, headers }: PageRequest): ApiError =>
  rejected(caller || headers.authorization === undefined ? 'missing_api_key' : 'invalid_api_key');

/** Returns the path a visitor wanted, a file or a later page of versions included; the rest of the query is replaced by `more`. */
export const comeBackTo = (
  contract: PageContract,
  { path, query }: PageRequest,
  more: PageRequest['query'] = {},
): string =>
  pathOf(contract, path, { file: query.file, versions_after: query.versions_after, as: query.as, ...more });

function acceptingReader(principal: Principal | null, { headers }: PageRequest): AcceptingReader | null {
  if (principal) return { user_id: principal.user.id };
  const token = readerTokenIn(headers.cookie, baseUrl());
  return token === undefined ? null : { cookie_hash: hashToken(token) };
}

/** It is looked up like any other, so that the answer takes as long as for an organization that exists. */
const noOrganization = `org_${'0'.repeat(26)}` as const;

/** Returns a question about one visitor and one document, which is looked up once. */
function rolesAsked(): RoleQuestion {
  let answer: ReturnType<RoleQuestion> | undefined;
  return (userId, organizationId) => {
    answer ??= getOrganizationAndMember(organizationId ?? noOrganization, userId).then(
      ({ member }) => member?.role,
    );
    return answer;
  };
}
