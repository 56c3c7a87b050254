import type { Context } from 'aws-lambda';
import { getDocumentAndVersion, type VersionItem } from '../../../shared/data/documents/versions.ts';
import {
  acquirePages,
  hasFirst,
  isPrepared,
  notePagesSent,
  noteProgress,
  type PageRefusal,
  type PagesProgress,
  type PreparedPages,
} from '../../../shared/data/reading/preparedPages.ts';
import type { Leased } from '../../../shared/data/work/leases.ts';
import { putPage } from '../../../shared/files/pagePictures.ts';
import { getPayload } from '../../../shared/files/payloads.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import type { PrepareCopyMessage } from '../../../shared/queues/messages.ts';
import { sendPrepareCopy } from '../../../shared/queues/preparations.ts';
import { log } from '../../../shared/runtime/log.ts';
import { drawingMilliseconds, pagesMax, undrawnPagesMax } from './bounds.ts';
import { inCopySlot } from './copySlots.ts';
import { type Rendering, renderingOf } from './rendering.ts';

/** The time that an invocation reserves for drawing and recording its current page. Another invocation draws the next pages. */
const reservedMilliseconds = 25_000;
/** Progress is stored this often, for readers who wait. */
const noteEveryMilliseconds = 2000;
/** A page is not drawn if the function was killed this many times while drawing that page. */
const maxInterruptedAttempts = 3;

type Drawn = Pick<PagesProgress, 'pages'> & Partial<Pick<PagesProgress, 'page_count' | 'refusal'>>;
type Progress = Drawn & Pick<PagesProgress, 'computed_ms' | 'pages_lacking_letters'>;

type PagesMessage = PrepareCopyMessage & { readonly kind: 'pages' };

/** Makes pictures of a version's pages while there is time. Begins after the last page that the previous invocation drew. */
export async function preparePages(
  message: PagesMessage,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const { document_id, version_id, first_only = false } = message;
  const { document, version } = await getDocumentAndVersion(document_id, version_id);
  if (!document || version?.processing_status !== 'ready') return;
  const until = Date.now() + context.getRemainingTimeInMillis();
  const noteSent = (now: number) => notePagesSent(version_id, now);
  const isOver = () => context.getRemainingTimeInMillis() < reservedMilliseconds;
  let isUnfinished = false;
  await inCopySlot(message, { tenant: tenantOf(document), until, noteSent }, async () => {
    isUnfinished = await acquireAndDraw(version, first_only, until, isOver);
  });
  if (isUnfinished) await sendPrepareCopy(message, tenantOf(document));
}

/** Draws pages, and returns whether another invocation must draw more. */
async function acquireAndDraw(
  version: VersionItem,
  firstOnly: boolean,
  until: number,
  isOver: () => boolean,
): Promise<boolean> {
  const { document_id, id: version_id } = version;
  const now = Date.now();
  const claimed = await acquirePages(version_id, now, until);
  if (!claimed) return false;
  const isEnough = firstOnly ? hasFirst : isPrepared;
  if (isEnough(claimed)) {
    await noteProgress(claimed, claimed, true, firstOnly);
    return false;
  }

  const progress = await draw(claimed, version, firstOnly, isOver).catch(async (error: unknown) => {
    // S3 or DynamoDB failed, which is not the file's fault. The message comes again, and this attempt does not count.
    await noteProgress(claimed, {}, true).catch(() => undefined);
    throw error;
  });
  if (!progress) {
    log.warn('pages are prepared by another worker', { document_id, version_id });
    return false;
  }
  const { pages, page_count, refusal, computed_ms } = progress;
  log.info('pages prepared', {
    document_id,
    version_id,
    page_count,
    prepared: pages.length,
    undrawn: pages.filter((page) => page === null).length,
    lacking_letters: progress.pages_lacking_letters.length,
    refusal,
    computed_ms,
    duration_ms: Date.now() - now,
  });
  return !isEnough({ ...claimed, ...progress });
}

/** Returns the progress at the end of this invocation; undefined if another worker makes the pictures now. */
async function draw(
  claimed: Leased<PreparedPages>,
  version: VersionItem,
  firstOnly: boolean,
  isOver: () => boolean,
): Promise<Progress | undefined> {
  const rendering = renderingOf(await getPayload(version.id));
  const pages = [...claimed.pages];
  const lacking = [...claimed.pages_lacking_letters];
  const computed = () => claimed.computed_ms + Math.round(rendering.computedMilliseconds);
  const note = async (drawn: Drawn, isLast: boolean) => {
    const progress = { ...drawn, pages_lacking_letters: lacking, computed_ms: computed() };
    return (await noteProgress(claimed, progress, isLast, isLast && firstOnly)) ? progress : undefined;
  };
  try {
    // The process was killed repeatedly at this page, or while opening the file.
    const isDeadly = claimed.interrupted_attempts > maxInterruptedAttempts;
    if (isDeadly && claimed.page_count === undefined) return note({ pages, refusal: 'too_costly' }, true);
    if (isDeadly) pages.push(null);
    const opened = await rendering.open();
    await rendering.measure();
    if (opened.outcome !== 'opened')
      return note({ pages, refusal: opened.outcome === 'refused' ? opened.refusal : 'too_costly' }, true);
    // All pages that say how many pages there are say the number that was found at the processing.
    const page_count = version.file?.page_count || opened.page_count;
    if (page_count > pagesMax) return note({ page_count, pages, refusal: 'too_many_pages' }, true);

    const budget = drawingMilliseconds(page_count);
    const wanted = firstOnly ? Math.min(1, page_count) : page_count;
    for (let notedAt = 0; pages.length < wanted && !isOver(); ) {
      if (computed() >= budget) return note({ page_count, pages, refusal: 'too_costly' }, true);
      const { size, lacksLetters } = await drawOne(rendering, version, pages.length + 1);
      pages.push(size);
      if (lacksLetters) lacking.push(pages.length);
      const refusal = refusalOf(pages.slice(0, opened.page_count));
      if (refusal) return note({ page_count, pages, refusal }, true);
      if (Date.now() - notedAt < noteEveryMilliseconds) continue;
      notedAt = Date.now();
      if (!(await note({ page_count, pages }, false))) return undefined;
    }
    return note({ page_count, pages }, true);
  } finally {
    await rendering.end();
  }
}

async function drawOne(
  rendering: Rendering,
  version: VersionItem,
  page: number,
): Promise<{ size: [number, number] | null; lacksLetters: boolean }> {
  const drawn = await rendering.read(page);
  await rendering.measure();
  if (drawn.outcome === 'stopped')
    log.warn('page not drawn', { document_id: version.document_id, version_id: version.id, page, ...drawn });
  if (drawn.outcome !== 'drawn') return { size: null, lacksLetters: false };
  await putPage(version.id, page, drawn);
  return { size: [drawn.width, drawn.height], lacksLetters: drawn.lacks_letters };
}

/** If many pages cannot be drawn, the file is damaged, or somebody made the file to keep workers busy. */
const refusalOf = (pages: PreparedPages['pages']): PageRefusal | undefined =>
  pages.filter((page) => page === null).length > undrawnPagesMax ? 'damaged' : undefined;
