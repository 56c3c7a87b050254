import type { ActivityId, RoomId, VersionId } from '../contract/identifiers.ts';
import { previewType, type ReadingType, type RecordedType } from '../contract/readingTypes.ts';
import { getCaller } from '../data/callers/callers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { createMail, type MailItem } from '../data/mail/mails.ts';
import { readerIn } from '../data/reading/readers.ts';
import { countReadingOf } from '../data/reading/readingCounts.ts';
import { countReadingInRoom } from '../data/rooms/readers.ts';
import { countFirstReading, countReading, hasReadings } from '../data/shares/countedShares.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';
import type { Write } from '../data/table/commit.ts';
import { retryOnConflict, unlessConflict } from '../data/table/conflict.ts';
import { newId } from '../data/table/ids.ts';
import { audienceOf } from '../events/audience.ts';
import { commitReadings, type Reading, record } from '../events/reading.ts';
import { prepareNotice, sendsMail } from '../mail/prepareMail.ts';
import { policyOf } from '../policies/ruleKinds.ts';
import { tenantOf } from '../queues/groups.ts';
import { announceNotice } from '../queues/mail.ts';
import { log } from '../runtime/log.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import type { RecordedAsking } from './asking.ts';
import type { Content } from './content.ts';
import { PolicyRefusal } from './policyRefusal.ts';
import type { ContentStanding, Standing } from './standing.ts';

/** A question about a document, as recorded activity describes it. */
export interface Recorded {
  readonly asking: RecordedAsking;
  readonly standing: ContentStanding<Content>;
  /** null if no version can be read yet. */
  readonly version_id: VersionId | null;
}

/**
 * Records that a policy or a way refused a reader; does nothing for other errors. If recording fails, it throws DynamoDB's error.
 */
export async function recordRefusal(recorded: Recorded, error: unknown): Promise<void> {
  const { asking, standing } = recorded;
  if (error instanceof PolicyRefusal && (standing.isPreview || !isAsking(error, asking.isJson)))
    await record({
      ...readingOf(recorded),
      type: typeIn(standing, 'refused'),
      policy_id: policyOf(error.why.source)?.id ?? null,
      details: { ...standing.record, reason: error.why.reason },
    });
}

/** Records a download. Callers give the file only afterwards. If recording fails, it throws DynamoDB's error. */
export async function recordDownload(recorded: Recorded): Promise<void> {
  const downloaded = {
    ...readingOf(recorded),
    id: newId('act'),
    type: typeIn(recorded.standing, 'downloaded'),
  };
  await recordCounted(recorded, downloaded, (beside) => commitReadings([downloaded], beside), unlessConflict);
}

/**
 * Records a reading by `commit`, with other writes, and counts it for the share and its day. If the person who shared wants a notice, one
 * transaction counts the first reading, records it and makes the notice. So exactly one notice is made.
 *
 * @param awaited what to do with an ordinary commit that may conflict. Default: the conflict is thrown
 */
export async function recordCounted(
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
  await Promise.all([
    notice ? announceNotice(notice) : count(share),
    countInFigures(recorded, reading),
    countInRoom(recorded, reading),
  ]);
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

/**
 * Returns whether readings are in the figures of the document. Those by people who manage it, and by robots, are on the record only.
 */
export const isInFigures = ({ asking, standing }: Pick<Recorded, 'asking' | 'standing'>): boolean =>
  !standing.mayManage && !standing.room?.managesDocument && !asking.isRobot;

/** Returns the room whose figures a reading is in; undefined: it is in none. Those of a room leave out people who manage the room. */
const roomOfFigures = ({ standing: { room, isPreview } }: Pick<Recorded, 'standing'>): RoomId | undefined =>
  room && !room.isManager && !isPreview ? room.id : undefined;

/**
 * Counts a recorded view or download for its reader and its day, except openings that show no version. A failure is logged only: the reading
 * itself is on record.
 */
async function countInFigures(
  recorded: Recorded,
  { id, type }: { readonly id: ActivityId; readonly type: RecordedType },
): Promise<void> {
  if ((type !== 'viewed' && type !== 'downloaded') || !isInFigures(recorded)) return;
  const { asking, standing, version_id } = recorded;
  if (version_id === null) return;
  const { document } = standing.loaded;
  await countReadingOf({
    id,
    type,
    document,
    reader: readerIn(asking.reader),
    share_id: standing.share?.id,
    accepted_at: standing.acceptedAt,
  }).catch((error: unknown) =>
    log.error('a reading was not counted', { document_id: document.id, act_id: id, error }),
  );
}

/** Counts a recorded view or download for the readers of its room. A failure is logged only: the reading itself is on record. */
async function countInRoom(
  recorded: Recorded,
  { id, type }: { readonly id: ActivityId; readonly type: RecordedType },
): Promise<void> {
  const room_id = roomOfFigures(recorded);
  const reader = recorded.asking.reader.principal?.user.id;
  if ((type !== 'viewed' && type !== 'downloaded') || !room_id || !reader) return;
  const { id: document_id } = recorded.standing.loaded.document;
  await countReadingInRoom({ id, type, room_id, document_id, reader }).catch((error: unknown) =>
    log.error('a reading in a room was not counted', { room_id, document_id, act_id: id, error }),
  );
}

/** Returns the type of an entry. All entries of a preview have the same type. */
export const typeIn = ({ isPreview }: Pick<Standing, 'isPreview'>, type: ReadingType): RecordedType =>
  isPreview ? previewType : type;

/**
 * Returns the name of a reader in views. In a preview a manager has another name, and in a room so has every reader. So a preview, a
 * reading in a room and one outside of it, all by the same person, are different views.
 */
export const nameOfReader = (
  { readerName, room }: Pick<RecordedAsking, 'readerName' | 'room'>,
  { isPreview }: Pick<Standing, 'isPreview'>,
): string => `${isPreview ? 'preview_' : ''}${room === undefined ? '' : `${room}_`}${readerName}`;

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
