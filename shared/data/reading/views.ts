import * as z from 'zod/mini';
import {
  type ActivityId,
  activityId,
  type DocumentId,
  ulidOf,
  versionId,
} from '../../contract/identifiers.ts';
import { sha256Of } from '../../text/sha256.ts';
import { type ActivityItem, activityEndsAt } from '../activity/activity.ts';
import { directViewKey, viewKey } from '../keys/reading.ts';
import { type Change, creation, creationAfterExpiry } from '../table/commit.ts';
import { firstUlidAt } from '../table/ids.ts';
import { readAll, readItem, readUnexpired } from '../table/read.ts';
import { table } from '../table/table.ts';
import { changeIf, changeOrFind } from '../table/update.ts';

/**
 * A view of a document's page. It is committed with its entry of activity and expires with it. Requests for the page's file, pictures and
 * texts belong to the view, as long as the same reader requests the same version. The view is not sealed with the entry, because
 * `pages_reached` changes during reading.
 */
const viewItem = z.object({
  reader: z.string(),
  /** null: no version could be read yet. */
  version_id: z.nullable(versionId),
  /** The furthest page that was shown, 1 for the first, if pages are shown one by one. */
  pages_reached: z.optional(z.int()),
  /** Set if the page had to wait for its content when the view was recorded. */
  waited: z.optional(z.literal(true)),
  /** Set if seconds of pages count: the reader does not manage the document, and its organization counts seconds. */
  timed: z.optional(z.literal(true)),
  /** The request that ended this wait: it showed the content. */
  shown_by: z.optional(activityId),
});
type ViewItem = z.infer<typeof viewItem>;

export interface View extends ViewItem {
  readonly id: ActivityId;
}

/** A reader, and the document and version that they read. */
export interface Viewing extends Pick<ViewItem, 'version_id'> {
  readonly document_id: DocumentId;
  /** Names the reader: the id of an account, or `anonymousReader`. */
  readonly reader: string;
}

/**
 * Returns the name of a reader without an account: a hash of their network, as entries have it, and of the browser's cookie, if a text was
 * accepted with it.
 */
export const anonymousReader = (network: string, cookie: string | undefined): string =>
  `anonymous_${sha256Of(`${network} ${cookie ?? ''}`)}`;

/** An open page can be read for this long. */
const viewLifetimeMilliseconds = 12 * 60 * 60_000;

/** Creates the view of an entry. `isWaiting`: the page waits for its content. `isTimed`: seconds of its pages count. */
export const createView = (
  id: ActivityId,
  { document_id, reader, version_id }: Viewing,
  { isWaiting, isTimed }: { readonly isWaiting: boolean; readonly isTimed: boolean },
): Change =>
  creation(viewKey(document_id, id), {
    reader,
    version_id,
    ...(isWaiting && { waited: true }),
    ...(isTimed && { timed: true }),
    [table.timeToLive]: activityEndsAt(id),
  });

/** Returns whether a view still waits for its content. */
export const isWaiting = ({ waited, shown_by }: View): boolean => waited === true && shown_by === undefined;

/**
 * Ends the wait of a view when its content is shown. Returns false if it does not wait, or if another request ended the wait: then this
 * request is a view of its own. `by` names the request, so that a repeated update has the same answer.
 */
export const endWait = async (documentId: DocumentId, viewId: ActivityId, by: ActivityId): Promise<boolean> =>
  (await changeIf(viewKey(documentId, viewId), {
    set: { shown_by: by },
    seen: { waited: true },
    when: ['(attribute_not_exists(#shown_by) OR #shown_by = :shown_by)'],
  })) !== undefined;

/** Returns the id of a view that a request names, at `now` (epoch milliseconds); undefined when it cannot be the id of a live view. */
export function liveViewId(named: string | undefined, now: number): ActivityId | undefined {
  const { data: id } = activityId.safeParse(named);
  return id && ulidOf(id) >= firstUlidAt(now - viewLifetimeMilliseconds) ? id : undefined;
}

/** Returns the live view that a request names. Reads nothing when the request does not name a view. */
export async function getView(
  documentId: DocumentId,
  named: string | undefined,
  now: number,
): Promise<View | undefined> {
  const id = liveViewId(named, now);
  const item = id && (await readItem(viewKey(documentId, id)));
  return id && item && { id, ...z.parse(viewItem, item) };
}

/** Returns whether a reading belongs to a view. */
export const isOfView = (view: ViewItem, { reader, version_id }: Viewing): boolean =>
  view.reader === reader && view.version_id === version_id;

/**
 * Records that a page (1 for the first) was reached in a view, unless a later page was reached. Returns the furthest page before that, 0
 * for none. Returns undefined, and records nothing, when the view does not exist or has another reader or version. Does not use `commit`,
 * because no decision depends on the furthest page.
 */
export async function reached(
  viewId: ActivityId,
  viewing: Viewing,
  page: number,
): Promise<number | undefined> {
  const { document_id, reader, version_id } = viewing;
  const outcome = await changeOrFind(viewKey(document_id, viewId), {
    set: { pages_reached: page },
    seen: { reader, version_id },
    when: ['(attribute_not_exists(#pages_reached) OR #pages_reached < :pages_reached)'],
    returns: 'ALL_OLD',
  });
  const before = 'attributes' in outcome ? outcome.attributes : outcome.found;
  const view = before && z.parse(viewItem, before);
  return view && isOfView(view, viewing) ? (view.pages_reached ?? 0) : undefined;
}

/**
 * A reader who gets a version without the document's page has a direct view. It is recorded once in this time for each reader and version.
 */
const directViewSeconds = 10 * 60;

const directView = z.object({ [table.timeToLive]: z.int() });

type DirectViewing = Viewing & { readonly version_id: NonNullable<Viewing['version_id']> };

const directKeyOf = ({ document_id, version_id, reader }: DirectViewing) =>
  directViewKey(document_id, version_id, reader);

/** Returns whether a direct view is recorded and has not expired at `nowSeconds`. */
export const hasDirectView = async (viewing: DirectViewing, nowSeconds: number): Promise<boolean> =>
  (await readUnexpired(directView, directKeyOf(viewing), nowSeconds)) !== undefined;

/** Records a direct view; conflicts when one is recorded and has not expired. */
export const createDirectView = (viewing: DirectViewing, nowSeconds: number): Change =>
  creationAfterExpiry(
    directKeyOf(viewing),
    { [table.timeToLive]: nowSeconds + directViewSeconds },
    nowSeconds,
  );

/** Returns whether an entry is a view of a document that is shown page by page. Only these entries have a page count. */
const shownByPage = ({ type, details }: ActivityItem): boolean =>
  type === 'viewed' && details.page_count !== undefined;

/** Returns the furthest page that was reached, for each entry about a view that shows pages one by one. */
export async function listProgress(
  entries: readonly ActivityItem[],
): Promise<ReadonlyMap<ActivityId, number>> {
  const views = entries
    .filter(shownByPage)
    .flatMap(({ id, document_id }) => (document_id === null ? [] : { id, key: viewKey(document_id, id) }));
  const items = await readAll(views.map(({ key }) => key));
  return new Map(
    views.flatMap(({ id }, index) => {
      const pages = items[index] && z.parse(viewItem, items[index]).pages_reached;
      return pages === undefined ? [] : [[id, pages]];
    }),
  );
}
