import * as z from 'zod/mini';
import { errorCodes } from '../contract/errorCodes.ts';
import type { OperationContract, PathOf } from '../contract/operation.ts';
import type { PageContract } from '../contract/pages.ts';
import type { AttachmentItem } from '../data/attachments.ts';
import { withCurrentNames } from '../data/currentNames.ts';
import type { DocumentItem } from '../data/documents.ts';
import { getOrganizationAndMember } from '../data/organizations.ts';
import {
  isAmongColleagues,
  isBoundByPolicies,
  type MembershipQuestion,
  type RoleQuestion,
  type Visitor,
  viewable,
} from '../http/access.ts';
import { rejected } from '../http/authentication.ts';
import { errorResponse } from '../http/errorResponse.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { type HttpResponse, json } from '../http/response.ts';
import { baseUrl, pathOf, signInPath } from '../links.ts';
import type { Terms } from '../policies/combine.ts';
import type { Granted } from '../policies/decide.ts';
import { prefersJson, varying } from './accept.ts';
import { admission } from './admission.ts';
import { redirect } from './layout.ts';
import { messagePage } from './messagePage.ts';
import { type PageRequest, page } from './page.ts';
import { refusalOf } from './policyRefusal.ts';

type Query = PageRequest['query'];

/** The content of a page: a document, and its parts. */
interface Content {
  readonly document: DocumentItem;
  readonly attachments: readonly AttachmentItem[];
}

export interface PageSource<C extends OperationContract, Loaded extends Content> {
  readonly contract: PageContract;
  /** The operation that gives API clients the same. It says which ids are well-formed, and how errors look in JSON. */
  readonly operation: C;
  /** Loads the content in one round trip, and in the same one whether the document is there or not. */
  load(path: PathOf<C>, query: Query): Promise<Omit<Loaded, 'document'> & Partial<Pick<Loaded, 'document'>>>;
  /** It gets what was loaded with the names that organization and policies have now. */
  toJson(loaded: Loaded, reader: Reader): unknown;
  toHtml(loaded: Loaded, reader: Reader, request: PageRequest): Promise<HttpResponse>;
}

/** A visitor who may read the document. */
export interface Reader {
  /** null for someone who is not signed in. */
  readonly visitor: Principal | null;
  /** The visitor as one to whom the page names people; null for others. */
  readonly colleague: Principal | null;
  /** What the document's policies grant them. */
  readonly granted: Granted;
  /** What the document's policies ask of its readers, whether or not the visitor is one. */
  readonly terms: Terms;
  /** The visitor is not bound by policies, even where they look as readers do. */
  readonly mayManage: boolean;
}

/**
 * Returns the handler of a page for those who may read a document. Browsers of people who are not signed in are redirected to
 * sign in, others who may not read it get the page of a missing document. Clients that prefer JSON get the resource, or an
 * error in the operation's format.
 */
export const readablePage = <const C extends OperationContract, Loaded extends Content>(
  source: PageSource<C, Loaded>,
) =>
  page(
    source.contract,
    async (request) => (prefersJson(request.headers.accept) ? inJson : inHtml)(source, request),
    (error, { headers }) =>
      prefersJson(headers.accept) ? varying(errorResponse(source.operation, error)) : undefined,
  );

type Answer = <C extends OperationContract, Loaded extends Content>(
  source: PageSource<C, Loaded>,
  request: PageRequest,
) => Promise<HttpResponse>;

const inJson: Answer = async (source, request) => {
  const visitor = visitorOf(request);
  if (!visitor) throw unauthenticated(request);
  const { loaded, reader } = await find(source, request, visitor);
  return varying(json(200, source.toJson(loaded, reader)));
};

const inHtml: Answer = async (source, request) => {
  const visitor = visitorOf(request);
  try {
    const { loaded, reader } = await find(source, request, visitor);
    return await source.toHtml(loaded, reader, request);
  } catch (error) {
    const status = error instanceof ApiError ? errorCodes[error.code].status : undefined;
    if (status === 401) return redirect(baseUrl() + signInPath(comeBackTo(source.contract, request)));
    if (status === 404) return notFoundPage(visitor);
    throw error;
  }
};

/** Returns the path a visitor wanted, a file or a later page of versions included; the rest of the query is dropped. */
const comeBackTo = (contract: PageContract, { path, query }: PageRequest): string =>
  pathOf(contract, path, { file: query.file, versions_after: query.versions_after, as: query.as });

async function find<C extends OperationContract, Loaded extends Content>(
  source: PageSource<C, Loaded>,
  request: PageRequest,
  visitor: Visitor | null,
): Promise<{ readonly loaded: Loaded; readonly reader: Reader }> {
  const path = z.safeParse(source.operation.pathParameters, request.path);
  // An ill-formed id names a document that does not exist: its visitors are asked to sign in all the same.
  if (!path.success) throw visitor ? notFound('document', 'document_id') : unauthenticated(request);
  // The contract's schema produced this very value; TypeScript cannot follow that through a generic contract.
  const loaded = await source.load(path.data as PathOf<C>, request.query);
  const roleOf = rolesAsked();
  const isMember: MembershipQuestion = async (...asked) => (await roleOf(...asked)) !== undefined;
  const document = await viewable(loaded.document, visitor, isMember);
  const principal = visitor?.principal ?? null;
  const colleague = (await isAmongColleagues(document, visitor, isMember)) ? principal : null;
  // It is looked at last, for whoever may read the document: of a deleted organization, nobody may.
  const shown = await withCurrentNames({ ...loaded, document } as Loaded);
  if (!shown) throw notFound('document', 'document_id');

  const mayManage = !(await isBoundByPolicies(document, visitor, roleOf));
  const isBound = !mayManage || request.query.as === 'reader';
  const { attachments } = shown;
  const { terms, decision } = await admission({ document, attachments, principal, isBound });
  if (decision.kind === 'sign_in') throw unauthenticated(request);
  const refusal = refusalOf(decision);
  if (refusal) throw refusal;
  if (decision.kind !== 'granted') throw new Error('A decision grants or refuses');
  const { granted } = decision;
  return { loaded: shown, reader: { visitor: principal, colleague, granted, terms, mayManage } };
}

/** It is looked up like any other, so that the answer takes as long as for an organization that exists. */
const noOrganization = `org_${'0'.repeat(26)}` as const;

/** Returns a question about one visitor and one document that is looked up once. */
function rolesAsked(): RoleQuestion {
  let answer: ReturnType<RoleQuestion> | undefined;
  return (userId, organizationId) => {
    answer ??= getOrganizationAndMember(organizationId ?? noOrganization, userId).then(
      ({ member }) => member?.role,
    );
    return answer;
  };
}

/** The authorizer looks at a session only when there is no Authorization header. */
const visitorOf = ({ visitor, headers }: PageRequest): Visitor | null =>
  visitor && { principal: visitor, byApiKey: headers.authorization !== undefined };

const unauthenticated = ({ headers }: PageRequest): ApiError =>
  rejected(headers.authorization === undefined ? 'missing_api_key' : 'invalid_api_key');

const notFoundPage = (visitor: Visitor | null): HttpResponse =>
  messagePage({
    status: 404,
    title: 'No such document',
    content: 'There is no document at this address, or it is not open to you. Ask whoever gave you the link.',
    session: visitor ? { signedInAs: visitor.principal.user.name } : undefined,
  });
