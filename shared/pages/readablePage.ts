import * as z from 'zod/mini';
import { ApiError, notFound } from '../access/errors.ts';
import type { Principal } from '../access/principal.ts';
import { errorCodes } from '../contract/errorCodes.ts';
import type { ActivityId, DocumentId, VersionId } from '../contract/identifiers.ts';
import type { OperationContract, PathOf } from '../contract/operation.ts';
import type { PageContract } from '../contract/pages.ts';
import type { Document } from '../contract/resources/document.ts';
import { isOfView, isWaiting } from '../data/reading/views.ts';
import { newId } from '../data/table/ids.ts';
import { errorResponse } from '../http/errorResponse.ts';
import { type HttpResponse, json } from '../http/response.ts';
import { parsedResponse } from '../http/success.ts';
import type { Granted } from '../policies/decide.ts';
import { askToSignInPath, baseUrl, linkTo } from '../presentation/links.ts';
import { toReader } from '../presentation/present.ts';
import type { Content, Current, Found } from '../reading/content.ts';
import { EndedShare } from '../reading/endedShare.ts';
import { PolicyRefusal } from '../reading/policyRefusal.ts';
import { RoomRefusal } from '../reading/rooms/refusal.ts';
import { type ContentStanding, type Standing, standingOf } from '../reading/standing.ts';
import { ways } from '../reading/ways.ts';
import { isTimed, viewingOf, withRecord } from '../reading/withRecord.ts';
import type { Answer } from './answer.ts';
import { askingOf, type KeptQuery, keptQuery, returnPath, roomQuery, unauthenticated } from './askingOf.ts';
import { endedSharePage } from './endedShare.ts';
import { prefersJson, varying } from './jsonOrPage.ts';
import { redirect } from './layout.ts';
import { notFoundPage } from './notFound.ts';
import { type PageRequest, page } from './page.ts';
import { refusalPage } from './refusalPage.ts';
import { closedRoomPage } from './room/closedRoom.ts';
import { signInAgainPage } from './signInAgain.ts';

type Query = PageRequest['query'];

interface PageSource<C extends OperationContract, Loaded extends Content> {
  readonly contract: PageContract;
  /** The operation that returns the same resource. It defines which ids are well-formed, and how errors look in JSON. */
  readonly operation: C;
  /** Loads the content in one round trip, which is the same whether or not the document exists. */
  load(path: PathOf<C>, query: Query): Promise<Found<Loaded>>;
  /** Returns the version that the page shows; null if no version can be read yet. */
  versionOf(loaded: Current<Loaded>): VersionId | null;
  /** Returns the resource, for clients that prefer JSON. */
  toJson(loaded: Current<Loaded>): Pick<Document, 'created_by' | 'service_url'>;
  toHtml(loaded: Current<Loaded>, reader: Reader, request: PageRequest): Promise<Answer>;
  /**
   * Returns another page about the document, without the document's content. Undefined if the request asks for no such page. Default: there
   * is none
   */
  beside?(standing: ContentStanding<Loaded>, request: PageRequest): Promise<HttpResponse | undefined>;
}

/** A visitor who may read the document. */
export interface Reader
  extends Pick<
    Standing,
    'mayManage' | 'isPreview' | 'seesNames' | 'namesPolicy' | 'share' | 'room' | 'versions' | 'listed'
  > {
  /** null for a visitor who is not signed in. */
  readonly visitor: Principal | null;
  /** The grant of the document's policies. */
  readonly granted: Granted;
  /** The id of the activity entry for this view. Links to the view's file and pictures carry it. */
  readonly viewId: ActivityId;
  /** Whether the seconds count that the reader looks at pages. */
  readonly isTimed: boolean;
  /** The path that a waiting page reloads. It names the view, so that a reload is not a second view. */
  readonly again: string;
  /** True for HEAD: nothing is prepared. */
  readonly isHead: boolean;
  /** The query of links within the page. It keeps the room, the preview, and the texts that were accepted in the preview. */
  readonly as: KeptQuery;
  /** The same without the preview. */
  readonly inRoom: Pick<KeptQuery, 'room'>;
}

/**
 * Returns the handler of a page about a document. Browsers are redirected to the sign-in if the visitor must sign in. Other visitors who
 * may not read the document get the page of a missing document. Clients that prefer JSON get the resource, or an error in the operation's
 * format.
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

type Answering = <C extends OperationContract, Loaded extends Content>(
  source: PageSource<C, Loaded>,
  request: PageRequest,
) => Promise<HttpResponse | Answer>;

const inJson: Answering = async (source, request) => {
  if (!request.visitor) throw unauthenticated(request);
  return answered(source, request, async (loaded, reader) => {
    const resource = source.toJson(loaded);
    const body = parsedResponse(source.operation, toReader(resource, reader));
    return { response: varying(json(200, body)), read: { kind: 'view' } };
  });
};

const inHtml: Answering = async (source, request) => {
  const returnTo = returnPath(source.contract, request);
  try {
    return await answered(source, request, (loaded, reader) => source.toHtml(loaded, reader, request), {
      beside: (standing) => source.beside?.(standing, request),
      refuse: ({ why }, standing) => refusalPage({ why, standing, request, returnTo }),
    });
  } catch (error) {
    const status = error instanceof ApiError ? errorCodes[error.code].status : undefined;
    if (status === 401) return redirect(baseUrl() + askToSignInPath(returnTo));
    if (error instanceof EndedShare) return endedSharePage(request, returnTo, error.share);
    if (status === 404) return notFoundPage(request, returnTo, isOfDocument(error) ? 'document' : 'part');
    if (error instanceof RoomRefusal) return closedRoomPage(error.why, request, returnTo);
    if (status === 403) return signInAgainPage(request, returnTo);
    throw error;
  }
};

/** The answers that a page can give in place of the document. */
interface OtherAnswers<Loaded extends Content> {
  beside(standing: ContentStanding<Loaded>): Promise<HttpResponse | undefined> | undefined;
  /** Returns the page for a visitor whom a policy refuses. */
  refuse(refusal: PolicyRefusal, standing: ContentStanding<Loaded>): Promise<HttpResponse>;
}

/**
 * Checks access, calls `show`, and returns its answer once the reading is recorded. Without `others`, the refusal of a policy is thrown.
 */
async function answered<C extends OperationContract, Loaded extends Content>(
  source: PageSource<C, Loaded>,
  request: PageRequest,
  show: (loaded: Current<Loaded>, reader: Reader) => Promise<Answer>,
  others?: OtherAnswers<Loaded>,
): Promise<Answer> {
  const path = z.safeParse(source.operation.pathParameters, request.path);
  // A malformed id names no document. Visitors are asked to sign in as for any other id.
  if (!path.success) throw request.visitor ? notFound('document', 'document_id') : unauthenticated(request);
  // The contract's schema produced this very value; TypeScript cannot infer this for a generic contract.
  const found = await source.load(path.data as PathOf<C>, request.query);
  const { document_id } = path.data as { readonly document_id: DocumentId };
  const asking = askingOf(request, document_id);
  const standing = await standingOf<Loaded>(found, asking, Date.now(), ways);
  const beside = await others?.beside(standing);
  if (beside) return { response: beside, read: null };
  const { loaded, granted, refusal, isPreview } = standing;
  const version_id = source.versionOf(loaded);
  const recorded = { asking, standing, version_id };
  const view =
    loaded.view && isOfView(loaded.view, viewingOf(recorded, version_id)) ? loaded.view : undefined;
  const named = view?.id;
  const next = newId('act');
  // Content that the view waited for belongs to that view.
  const waiting = view && isWaiting(view);
  const viewId = waiting ? view.id : next;
  // The view of a HEAD request is not on record, so no address names it.
  const view_id = named ?? (request.isHead ? undefined : next);
  const again = returnPath(source.contract, request, { from: request.query.from, view: view_id });
  const shown = withRecord(recorded, { next, named, isWaiting: waiting === true }, async () => {
    if (!granted) throw refusal ?? unauthenticated(request);
    return show(loaded, {
      ...standing,
      visitor: request.visitor,
      granted,
      viewId,
      isTimed: isTimed(standing),
      again: linkTo(again),
      isHead: request.isHead,
      as: keptQuery(request, isPreview),
      inRoom: roomQuery(request.query),
    });
  });
  return shown.catch(async (error: unknown) => {
    if (!others || !(error instanceof PolicyRefusal)) throw error;
    return { response: await others.refuse(error, standing), read: null };
  });
}

/** Returns whether an error is about a document, and not about one of its versions or pages. */
const isOfDocument = (error: unknown): boolean => error instanceof ApiError && error.param === 'document_id';
