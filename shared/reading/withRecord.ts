import type { ActivityId, VersionId } from '../contract/identifiers.ts';
import { countsTimes } from '../data/organizations/organizations.ts';
import { readerIn, storedName } from '../data/reading/readers.ts';
import { countReachedPages } from '../data/reading/readingCounts.ts';
import { noteFetched } from '../data/reading/seenPages.ts';
import { createDirectView, createView, endWait, hasDirectView, liveViewId } from '../data/reading/views.ts';
import { retryOnConflict, unlessConflict } from '../data/table/conflict.ts';
import { newId } from '../data/table/ids.ts';
import { commitView } from '../events/reading.ts';
import { log } from '../runtime/log.ts';
import type { Read, ReadContent } from './readContent.ts';
import {
  isInFigures,
  nameOfReader,
  type Recorded,
  readingOf,
  recordCounted,
  recordDownload,
  recordRefusal,
  typeIn,
} from './recording.ts';

/** The views that a request is about. */
export interface Views {
  /** The view that is recorded if the document's page is shown. The links of that page carry its id. */
  readonly next: ActivityId;
  /** The recorded view that the request names and belongs to; undefined if there is none. */
  readonly named: ActivityId | undefined;
  /** Whether that view still waits for its content. */
  readonly isWaiting: boolean;
}

/**
 * Records that somebody read content or was refused by a policy, then returns the answer or throws the refusal. If recording fails, it
 * throws DynamoDB's error, and nothing is shown. A HEAD request reads nothing and leaves no record.
 */
export async function withRecord<A extends Read>(
  recorded: Recorded,
  views: Views,
  answer: () => Promise<A>,
): Promise<A> {
  if (recorded.asking.isHead) return answer();
  try {
    const answered = await answer();
    if (answered.read) await recordRead(recorded, views, answered.read);
    return answered;
  } catch (error) {
    await recordRefusal(recorded, error);
    throw error;
  }
}

async function recordRead(recorded: Recorded, views: Views, read: ReadContent): Promise<void> {
  const { asking, standing } = recorded;
  switch (read.kind) {
    case 'view': {
      const { page_count, is_waiting } = read;
      // Requests that repeat themselves until the content is ready are one view.
      if ((is_waiting && views.named) || (await continues(recorded, views))) return;
      const details = {
        ...standing.record,
        ...(asking.isJson && { format: 'json' }),
        ...(page_count !== undefined && { page_count }),
      };
      const viewed = { ...readingOf(recorded), id: views.next, type: typeIn(standing, 'viewed'), details };
      // JSON has no links to files or pictures of a view.
      const view = asking.isJson
        ? []
        : [
            createView(views.next, viewingOf(recorded, recorded.version_id), {
              isWaiting: is_waiting === true,
              isTimed: isTimed(standing) && !asking.isRobot,
            }),
          ];
      return recordCounted(
        recorded,
        viewed,
        (beside) => commitView(viewed, [...view, ...beside]),
        unlessConflict,
      );
    }
    case 'file':
      if (read.file === 'attachment') await recordDownload(recorded);
      else if (!views.named) await recordDirectView(recorded, read.version_id, 'file');
      return;
    case 'text':
      return recordDirectView(recorded, read.version_id, 'text');
    case 'page': {
      const viewId = liveViewId(asking.view, Date.now());
      const viewing = viewingOf(recorded, read.version_id);
      const before = viewId && (await read.reached(viewId, viewing, read.page));
      if (viewId === undefined || before === undefined)
        await recordDirectView(recorded, read.version_id, read.format);
      else await countPages(recorded, { viewId, version_id: read.version_id, before, page: read.page });
      if (read.format === 'picture') await noteForReader(recorded, read.version_id, read.page);
    }
  }
}

/** Returns whether the seconds count that a reader looks at pages of the file. Those of people who manage the document count nowhere. */
export const isTimed = ({
  mayManage,
  room,
  loaded: { organization },
}: Pick<Recorded['standing'], 'mayManage' | 'room' | 'loaded'>): boolean =>
  !mayManage && !room?.managesDocument && (organization === undefined || countsTimes(organization));

/** Returns whether the content belongs to a view that waited for it. */
const continues = async ({ standing }: Recorded, { named, isWaiting, next }: Views): Promise<boolean> =>
  named !== undefined && isWaiting && (await endWait(standing.loaded.document.id, named, next));

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

/** Counts a view for the pages that it has just reached. A failure is logged only: the reading itself is on record. */
async function countPages(
  recorded: Recorded,
  reached: Omit<Parameters<typeof countReachedPages>[0], 'document'>,
): Promise<void> {
  if (!isInFigures(recorded)) return;
  const { document } = recorded.standing.loaded;
  await countReachedPages({ ...reached, document }).catch((error: unknown) =>
    log.error('a reached page was not counted', { document_id: document.id, act_id: reached.viewId, error }),
  );
}

/** Notes a page for its reader. A failure is logged only: the reading itself is on record. */
async function noteForReader(recorded: Recorded, version_id: VersionId, page: number): Promise<void> {
  if (!isInFigures(recorded)) return;
  const { document } = recorded.standing.loaded;
  const name = storedName(readerIn(recorded.asking.reader));
  await noteFetched({ document, version_id, reader: name, page }).catch((error: unknown) =>
    log.error('a page was not noted for its reader', { document_id: document.id, error }),
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
