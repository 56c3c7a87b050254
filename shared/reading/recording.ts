import type { ActivityId, VersionId } from '../contract/identifiers.ts';
import { previewType, type ReadingType, type RecordedType } from '../contract/readingTypes.ts';
import { getCaller } from '../data/callers/callers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { createMail, type MailItem } from '../data/mail/mails.ts';
import { countReachedPages, countReadingOfDay } from '../data/reading/readingCounts.ts';
import { createDirectView, createView, hasDirectView, liveViewId } from '../data/reading/views.ts';
import { countFirstReading, countReading, hasReadings } from '../data/shares/countedShares.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';
import type { Write } from '../data/table/commit.ts';
import { retryOnConflict, unlessConflict } from '../data/table/conflict.ts';
import { newId } from '../data/table/ids.ts';
import { audienceOf } from '../events/audience.ts';
import { commitReadings, commitView, type Reading, record } from '../events/reading.ts';
import { prepareNotice, sendsMail } from '../mail/prepareMail.ts';
import { policyOf } from '../policies/ruleKinds.ts';
import { tenantOf } from '../queues/groups.ts';
import { announceNotice } from '../queues/mail.ts';
import { log } from '../runtime/log.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import type { RecordedAsking } from './asking.ts';
import type { Content } from './content.ts';
import { PolicyRefusal } from './policyRefusal.ts';
import type { Read, ReadContent } from './readContent.ts';
import type { ContentStanding, Standing } from './standing.ts';

/** A question about a document, as recorded activity describes it. */
export interface Recorded {
  readonly asking: RecordedAsking;
  readonly standing: ContentStanding<Content>;
  /** null if no version can be read yet. */
  readonly version_id: VersionId | null;
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
export async function withRecord<A extends Read>(
  recorded: Recorded,
  views: Views,
  answer: () => Promise<A>,
): Promise<A> {
  const { asking, standing } = recorded;
  if (asking.isHead) return answer();
  try {
    const answered = await answer();
    if (answered.read) await recordRead(recorded, views, answered.read);
    return answered;
  } catch (error) {
    if (error instanceof PolicyRefusal && (standing.isPreview || !isAsking(error, asking.isJson)))
      await record({
        ...readingOf(recorded),
        type: typeIn(standing, 'refused'),
        policy_id: policyOf(error.why.source)?.id ?? null,
        details: { ...standing.record, reason: error.why.reason },
      });
    throw error;
  }
}

async function recordRead(recorded: Recorded, views: Views, read: ReadContent): Promise<void> {
  const { asking, standing } = recorded;
  switch (read.kind) {
    case 'view': {
      const { page_count, is_waiting } = read;
      // A page that reloaded itself and still waits is not a second view.
      if (is_waiting && views.named) return;
      const details = {
        ...standing.record,
        ...(asking.isJson && { format: 'json' }),
        ...(page_count !== undefined && { page_count }),
      };
      const viewed = { ...readingOf(recorded), id: views.next, type: typeIn(standing, 'viewed'), details };
      // JSON has no links to files or pictures of a view.
      const view = asking.isJson ? [] : [createView(views.next, viewingOf(recorded, recorded.version_id))];
      return recordCounted(
        recorded,
        viewed,
        (beside) => commitView(viewed, [...view, ...beside]),
        unlessConflict,
      );
    }
    case 'file':
      if (read.file === 'attachment') {
        const downloaded = { ...readingOf(recorded), id: newId('act'), type: typeIn(standing, 'downloaded') };
        await recordCounted(
          recorded,
          downloaded,
          (beside) => commitReadings([downloaded], beside),
          unlessConflict,
        );
      } else if (!views.named) await recordDirectView(recorded, read.version_id, 'file');
      return;
    case 'page': {
      const viewId = liveViewId(asking.view, Date.now());
      const viewing = viewingOf(recorded, read.version_id);
      const before = viewId && (await read.reached(viewId, viewing, read.page));
      if (viewId === undefined || before === undefined)
        await recordDirectView(recorded, read.version_id, read.format);
      else await countPages(recorded, { viewId, version_id: read.version_id, before, page: read.page });
    }
  }
}

/** Records a reading outside of any view, at most once in some minutes. So a client that fetches all pages makes one entry. */
async function recordDirectView(recorded: Recorded, version_id: VersionId, format: string): Promise<void> {
  const { standing } = recorded;
  const viewing = viewingOf(recorded, version_id);
  // One of several concurrent requests makes the entry. The other requests check again, because the first may still fail.
  await retryOnConflict(async () => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    // A failed transaction would cost six write units each time; a read costs one read unit.
    if (await hasDirectView(viewing, nowSeconds)) return;
    const details = { ...standing.record, format };
    const viewed = {
      ...readingOf(recorded),
      id: newId('act'),
      version_id,
      type: typeIn(standing, 'viewed'),
      details,
    };
    const view = createDirectView(viewing, nowSeconds);
    await recordCounted(recorded, viewed, (beside) => commitView(viewed, [view, ...beside]));
  });
}

/**
 * Records a reading by `commit`, with other writes, and counts it for the share and its day. If the person who shared wants a notice, one
 * transaction counts the first reading, records it and makes the notice. So exactly one notice is made.
 *
 * @param awaited what to do with an ordinary commit that may conflict. Default: the conflict is thrown
 */
async function recordCounted(
  recorded: Recorded,
  reading: { readonly id: ActivityId; readonly type: RecordedType },
  commit: (beside: readonly Write[]) => Promise<void>,
  awaited: (commit: Promise<void>) => Promise<unknown> = (commit) => commit,
): Promise<void> {
  const { loaded, share } = recorded.standing;
  const notice =
    share &&
    (await retryOnConflict(async () => {
      const first = await noticeOfFirst(loaded.document, share);
      if (first) await commit([countFirstReading(share, Date.now()), createMail(first)]);
      return first;
    }));
  if (!notice) await awaited(commit([]));
  await Promise.all([notice ? announceNotice(notice) : count(share), countForDay(recorded, reading)]);
}

/** Returns the notice of the first reading by a share; undefined when this is not the first, or nobody wants a notice. */
async function noticeOfFirst(document: DocumentItem, share: ShareItem): Promise<MailItem | undefined> {
  if (!share.notify_me || !sendsMail() || (await hasReadings(share))) return undefined;
  const sharer = await getCaller(share.created_by.id);
  const email = sharer?.email ? normalizedEmail(sharer.email) : undefined;
  const subject = { kind: 'first_reading', document_id: document.id, share_id: share.id } as const;
  return email === undefined ? undefined : prepareNotice({ sender: tenantOf(document), email, subject });
}

/** Counts a recorded view or download for the share. A failure is logged only: the reading itself is on record. */
async function count(share: ShareItem | undefined): Promise<void> {
  if (!share) return;
  await countReading(share, Date.now()).catch((error: unknown) =>
    log.error('a reading by a share was not counted', { share_id: share.id, error }),
  );
}

/** Counts a recorded view or download for its day. A failure is logged only: the reading itself is on record. */
async function countForDay(
  { asking, standing }: Recorded,
  { id, type }: { readonly id: ActivityId; readonly type: RecordedType },
): Promise<void> {
  if (type !== 'viewed' && type !== 'downloaded') return;
  const { document } = standing.loaded;
  const reader = nameOfReader(asking, standing);
  await countReadingOfDay({ id, type, document, reader }).catch((error: unknown) =>
    log.error('a reading was not counted for its day', { document_id: document.id, act_id: id, error }),
  );
}

/** Counts a view for the pages that it has just reached. A failure is logged only: the reading itself is on record. */
async function countPages(
  { standing: { loaded, isPreview } }: Recorded,
  reached: Omit<Parameters<typeof countReachedPages>[0], 'document'>,
): Promise<void> {
  if (isPreview) return;
  const { document } = loaded;
  await countReachedPages({ ...reached, document }).catch((error: unknown) =>
    log.error('a reached page was not counted', { document_id: document.id, act_id: reached.viewId, error }),
  );
}

/** Returns the reader and the version of a view. */
export const viewingOf = <V extends VersionId | null>(
  { asking, standing }: Pick<Recorded, 'asking' | 'standing'>,
  version_id: V,
) => ({
  document_id: standing.loaded.document.id,
  version_id,
  reader: nameOfReader(asking, standing),
});

/** Returns the type of an entry. All entries of a preview have the same type. */
const typeIn = ({ isPreview }: Pick<Standing, 'isPreview'>, type: ReadingType): RecordedType =>
  isPreview ? previewType : type;

/**
 * Returns the name of a reader in views. In a preview a manager has another name, so that a preview and a reading by the same person are
 * different views.
 */
const nameOfReader = ({ readerName }: RecordedAsking, { isPreview }: Pick<Standing, 'isPreview'>): string =>
  isPreview ? `preview_${readerName}` : readerName;

/** Returns whether the browser shows a text to accept. This is not a refusal. */
const isAsking = ({ why }: PolicyRefusal, isJson: boolean): boolean =>
  why.reason === 'acknowledge' && !isJson;

/** Returns the fields that all entries about a reader have. */
export function readingOf({ asking, standing, version_id }: Recorded): Omit<Reading, 'type'> {
  const { document, organization } = standing.loaded;
  return {
    document,
    version_id,
    policy_id: null,
    reader: asking.reader,
    details: standing.record,
    audience: organization && audienceOf(organization),
  };
}
