import type { ActivityId, VersionId } from '../contract/identifiers.ts';
import { previewType, type ReadingType, type RecordedType } from '../contract/resources/activity.ts';
import { getCaller } from '../data/callers/callers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { ShareItem } from '../data/documents/shareItems.ts';
import { countFirstReading, countReading, hasReadings } from '../data/documents/shares.ts';
import { createMail, type MailItem } from '../data/mail/mails.ts';
import type { OrganizationItem } from '../data/organizations/organizations.ts';
import { countReachedPages, countReadingOfDay } from '../data/reading/readingCounts.ts';
import {
  anonymousReader,
  createDirectView,
  createView,
  hasDirectView,
  liveViewId,
} from '../data/reading/views.ts';
import type { Write } from '../data/table/commit.ts';
import { retryOnConflict, unlessConflict } from '../data/table/conflict.ts';
import { newId } from '../data/table/ids.ts';
import { audienceOf } from '../events/outbox.ts';
import { commitReadings, commitView, type Reading, record } from '../events/reading.ts';
import { readerTokenIn } from '../http/readerCookie.ts';
import { prepareNotice, sendsMail } from '../mail/prepareMail.ts';
import { baseUrl } from '../presentation/links.ts';
import { tenantOf } from '../queues/groups.ts';
import { announceNotice } from '../queues/mail.ts';
import { log } from '../runtime/log.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { prefersJson } from './jsonOrPage.ts';
import type { PageRequest } from './page.ts';
import { PolicyRefusal } from './policyRefusal.ts';
import type { Answer, ReadContent } from './readContent.ts';

/** A request for a document, as recorded activity describes it. */
export interface RecordedRequest {
  readonly document: DocumentItem;
  /** Undefined if the document has no organization. */
  readonly organization: OrganizationItem | undefined;
  /** null if no version can be read yet. */
  readonly version_id: VersionId | null;
  readonly request: PageRequest;
  /** True for a manager who previews a reader's view. Then all entries are previews. */
  readonly isPreview: boolean;
  /** The reader's share of the document; undefined if there is none. */
  readonly share: ShareItem | undefined;
}

/** The views that a request is about. */
export interface Views {
  /** The view that is recorded if a page is shown. The links of the page carry its id. */
  readonly next: ActivityId;
  /** The recorded view that the request names and belongs to; undefined if there is none. */
  readonly named: ActivityId | undefined;
}

/**
 * Records that somebody read the content of a page or was refused by a policy, then returns the answer or throws the refusal. If
 * recording fails, it throws DynamoDB's error, and the page shows nothing. A HEAD request reads nothing and leaves no record.
 */
export async function withRecord(
  asking: RecordedRequest,
  views: Views,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  if (asking.request.isHead) return answer();
  const isJson = prefersJson(asking.request.headers.accept);
  try {
    const answered = await answer();
    if (answered.read) await recordRead(asking, views, answered.read, isJson);
    return answered;
  } catch (error) {
    if (error instanceof PolicyRefusal && (asking.isPreview || !isAsking(error, isJson)))
      await record({
        ...readingOf(asking),
        type: typeIn(asking, 'refused'),
        policy_id: error.why.policy.id,
        details: { ...byShare(asking), reason: error.why.reason },
      });
    throw error;
  }
}

async function recordRead(
  asking: RecordedRequest,
  views: Views,
  read: ReadContent,
  isJson: boolean,
): Promise<void> {
  switch (read.kind) {
    case 'view': {
      const { page_count, is_waiting } = read;
      // A page that reloaded itself and still waits is not a second view.
      if (is_waiting && views.named) return;
      const details = {
        ...byShare(asking),
        ...(isJson && { format: 'json' }),
        ...(page_count !== undefined && { page_count }),
      };
      const viewed = { ...readingOf(asking), id: views.next, type: typeIn(asking, 'viewed'), details };
      // JSON has no links to files or pictures of a view.
      const view = isJson ? [] : [createView(views.next, viewingOf(asking, asking.version_id))];
      return recordCounted(
        asking,
        viewed,
        (beside) => commitView(viewed, [...view, ...beside]),
        unlessConflict,
      );
    }
    case 'file':
      if (read.file === 'attachment') {
        const downloaded = { ...readingOf(asking), id: newId('act'), type: typeIn(asking, 'downloaded') };
        await recordCounted(
          asking,
          downloaded,
          (beside) => commitReadings([downloaded], beside),
          unlessConflict,
        );
      } else if (!views.named) await recordDirectView(asking, read.version_id, 'file');
      return;
    case 'page': {
      const viewId = liveViewId(asking.request.query.view, Date.now());
      const viewing = viewingOf(asking, read.version_id);
      const before = viewId && (await read.reached(viewId, viewing, read.page));
      if (viewId === undefined || before === undefined)
        await recordDirectView(asking, read.version_id, read.format);
      else await countPages(asking, { viewId, version_id: read.version_id, before, page: read.page });
    }
  }
}

/** Records a reading outside of any view, at most once in some minutes. So a client that fetches all pages makes one entry. */
async function recordDirectView(
  asking: RecordedRequest,
  version_id: VersionId,
  format: string,
): Promise<void> {
  const viewing = viewingOf(asking, version_id);
  // One of several concurrent requests makes the entry. The other requests check again, because the first may still fail.
  await retryOnConflict(async () => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    // A failed transaction would cost six write units each time; a read costs one read unit.
    if (await hasDirectView(viewing, nowSeconds)) return;
    const details = { ...byShare(asking), format };
    const viewed = {
      ...readingOf(asking),
      id: newId('act'),
      version_id,
      type: typeIn(asking, 'viewed'),
      details,
    };
    const view = createDirectView(viewing, nowSeconds);
    await recordCounted(asking, viewed, (beside) => commitView(viewed, [view, ...beside]));
  });
}

/**
 * Records a reading by `commit`, with other writes, and counts it for the share and its day. If the person who shared wants a notice, one
 * transaction counts the first reading, records it and makes the notice. So exactly one notice is made.
 *
 * @param awaited what to do with an ordinary commit that may conflict. Default: the conflict is thrown
 */
async function recordCounted(
  asking: RecordedRequest,
  reading: { readonly id: ActivityId; readonly type: RecordedType },
  commit: (beside: readonly Write[]) => Promise<void>,
  awaited: (commit: Promise<void>) => Promise<unknown> = (commit) => commit,
): Promise<void> {
  const { document, share } = asking;
  const notice =
    share &&
    (await retryOnConflict(async () => {
      const first = await noticeOfFirst(document, share);
      if (first) await commit([countFirstReading(share, Date.now()), createMail(first)]);
      return first;
    }));
  if (!notice) await awaited(commit([]));
  await Promise.all([notice ? announceNotice(notice) : count(share), countForDay(asking, reading)]);
}

/** Returns the notice of the first reading by a share; undefined when this is not the first, or nobody wants a notice. */
async function noticeOfFirst(document: DocumentItem, share: ShareItem): Promise<MailItem | undefined> {
  if (!share.notify_me || !sendsMail() || (await hasReadings(share))) return undefined;
  const sharer = await getCaller(share.created_by.id);
  const email = sharer?.email ? normalizedEmail(sharer.email) : undefined;
  const subject = { kind: 'first_reading', document_id: document.id, share_id: share.id } as const;
  return email === undefined ? undefined : prepareNotice({ sender: tenantOf(document), email, subject });
}

const byShare = ({ share }: Pick<RecordedRequest, 'share'>) => (share ? { share_id: share.id } : {});

/** Counts a recorded view or download for the share. A failure is logged only: the reading itself is on record. */
async function count(share: RecordedRequest['share']): Promise<void> {
  if (!share) return;
  await countReading(share, Date.now()).catch((error: unknown) =>
    log.error('a reading by a share was not counted', { share_id: share.id, error }),
  );
}

/** Counts a recorded view or download for its day. A failure is logged only: the reading itself is on record. */
async function countForDay(
  { document, request, isPreview }: RecordedRequest,
  { id, type }: { readonly id: ActivityId; readonly type: RecordedType },
): Promise<void> {
  if (type !== 'viewed' && type !== 'downloaded') return;
  const reader = nameOfReader(request, isPreview);
  await countReadingOfDay({ id, type, document, reader }).catch((error: unknown) =>
    log.error('a reading was not counted for its day', { document_id: document.id, act_id: id, error }),
  );
}

/** Counts a view for the pages that it has just reached. A failure is logged only: the reading itself is on record. */
async function countPages(
  { document, isPreview }: RecordedRequest,
  reached: Omit<Parameters<typeof countReachedPages>[0], 'document'>,
): Promise<void> {
  if (isPreview) return;
  await countReachedPages({ ...reached, document }).catch((error: unknown) =>
    log.error('a reached page was not counted', { document_id: document.id, act_id: reached.viewId, error }),
  );
}

const viewingOf = <V extends VersionId | null>(
  { document, request, isPreview }: RecordedRequest,
  version_id: V,
) => ({
  document_id: document.id,
  version_id,
  reader: nameOfReader(request, isPreview),
});

/** Returns the type of an entry. All entries of a preview have the same type. */
const typeIn = ({ isPreview }: RecordedRequest, type: ReadingType): RecordedType =>
  isPreview ? previewType : type;

/**
 * Returns the name of a reader in views. In a preview a manager has another name, so that a preview and a reading by the same person are
 * different views.
 */
export function nameOfReader({ caller, network, headers }: PageRequest, isPreview: boolean): string {
  if (!caller) return anonymousReader(network, readerTokenIn(headers.cookie, baseUrl()));
  return isPreview ? `preview_${caller.user.id}` : caller.user.id;
}

/** Returns whether the browser shows a text to accept. This is not a refusal. */
const isAsking = ({ why }: PolicyRefusal, isJson: boolean): boolean =>
  why.reason === 'acknowledge' && !isJson;

/** Returns the fields that all entries about a reader have. */
export const readingOf = (asking: Omit<RecordedRequest, 'isPreview'>): Omit<Reading, 'type'> => {
  const { document, organization, version_id, request } = asking;
  return {
    document,
    version_id,
    policy_id: null,
    reader: { principal: request.caller, network: request.network },
    details: byShare(asking),
    audience: organization && audienceOf(organization),
  };
};
