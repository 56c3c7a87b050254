import type { Context } from 'aws-lambda';
import { indexMark } from '../../shared/acts/indexMark.ts';
import { staleCopies } from '../../shared/acts/rooms/staleCopies.ts';
import { replaceDocument, withProcessedVersion } from '../../shared/data/documents/documents.ts';
import {
  getVersionAndOrganization,
  hasDueText,
  processedVersion,
  replaceVersion,
} from '../../shared/data/documents/versions.ts';
import { timeOf } from '../../shared/data/table/ids.ts';
import { sendGraceMilliseconds } from '../../shared/data/work/due.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { documentChange, versionRecord } from '../../shared/events/records/documents.ts';
import { getUploadedPdf, keepPayload } from '../../shared/files/payloads.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { tenantOf } from '../../shared/queues/groups.ts';
import { type ProcessVersionMessage, processVersionMessage } from '../../shared/queues/messages.ts';
import { announceDeletedVersion } from '../../shared/queues/removals.ts';
import { announceText, sendKeepText } from '../../shared/queues/texts.ts';
import { log } from '../../shared/runtime/log.ts';
import { sha256Of } from '../../shared/text/sha256.ts';
import {
  type Failed,
  inspectQuickly,
  inspectThoroughly,
  prepareQuickInspection,
  reservedMilliseconds,
} from './inspection/inspections.ts';
import type { Inspection } from './inspection/inspectionThread.ts';
import { tellReaders } from './notices/versionNotices.ts';
import {
  acquire,
  change,
  type Held,
  isTaken,
  type Loaded,
  load,
  releaseAfterError,
} from './processVersion/claim.ts';
import { inSlowFileSlot, sendToSlowWorkers } from './processVersion/slowFileSlots.ts';
import type { Stopped } from './threads/limitedThread.ts';

/**
 * A file fails when the function was killed this many times while processing the file. The first attempt is not counted if it has no lease.
 */
const maxInterruptedAttempts = 3;

/**
 * The worker that keeps a text marks the document for search and announces the mark. A text with more pages may take longer than people wait
 * for the document to be found, so the document is also announced after this delay, and found by its title.
 */
const longText = { pages: 500, delaySeconds: 15 } as const;

type Processed = (Inspection | Failed) & {
  readonly file?: { readonly size_bytes: number; readonly sha256: string };
};

export const handler = consumer(processVersionMessage, async (message, context: Context, isFirstReceipt) => {
  const until = Date.now() + context.getRemainingTimeInMillis() + reservedMilliseconds;
  const loaded = await load(message);
  if (loaded && !isTaken(loaded)) await processLoaded(loaded, until, context, isFirstReceipt);
  if (!loaded || loaded.version.notify_readers) await tellReaders(message);
  if (!loaded) await repeatText(message);
});

/** Sends the message about the text of a version again, if the text is still due. The sweep calls this worker for every due version. */
async function repeatText({ document_id, version_id }: ProcessVersionMessage): Promise<void> {
  const { version } = await getVersionAndOrganization(document_id, version_id, null);
  if (version && hasDueText(version)) await sendKeepText({ document_id, version_id });
}

async function processLoaded(
  loaded: Loaded,
  until: number,
  context: Context,
  isFirstReceipt: boolean,
): Promise<void> {
  const { message } = loaded;
  const acquireAndProcess = async () => {
    const held = await acquire(loaded, until);
    if (held) await process(held, context);
  };
  if (message.is_slow) await inSlowFileSlot(loaded, until, acquireAndProcess);
  else if (message.is_new && isFirstReceipt && loaded.version.interrupted_attempts === 0)
    await process(loaded, context);
  else await acquireAndProcess();
}

async function process(held: Held, context: Context): Promise<void> {
  try {
    const processed = await processUpload(held, context);
    if (processed.outcome === 'stopped') await sendToSlowWorkers(held);
    // If the version was deleted meanwhile, this worker may have stored its file again, so the removal is repeated.
    else if (!(await finish(held, processed))) await announceDeletedVersion(held.message);
    const ready_after_milliseconds = Date.now() - timeOf(held.version.id);
    log.info('version processed', {
      ...held.message,
      ...processed,
      ...(processed.outcome === 'ready' && { ready_after_milliseconds }),
    });
  } catch (error) {
    // S3 or DynamoDB failed, which is not the file's fault. The message comes again, and this attempt does not count.
    await releaseAfterError(held);
    if (await load(held.message)) throw error;
    // The version and its file were deleted meanwhile.
    await announceDeletedVersion(held.message);
    log.info('version deleted while it was processed', { ...held.message });
  }
}

async function processUpload(
  { message: { is_slow = false }, document, version }: Held,
  context: Context,
): Promise<Processed | Stopped> {
  if (!is_slow) prepareQuickInspection();
  const pdf = await getUploadedPdf(version);
  if (!pdf) return { outcome: 'failed', failure: 'the upload is gone', code: 'unknown' };
  const tenant = tenantOf(document);
  const look = async (): Promise<Inspection | Failed | Stopped> => {
    if (version.interrupted_attempts > maxInterruptedAttempts)
      return {
        outcome: 'failed',
        failure: `processing was killed ${maxInterruptedAttempts} times`,
        code: 'crashed_reader',
      };
    if (is_slow) return inspectThoroughly(pdf, tenant, context, version.interrupted_attempts);
    return inspectQuickly(pdf, tenant, context);
  };
  const inspection = await look();
  if (inspection.outcome === 'stopped') return inspection;
  await keepPayload(version);
  return { ...inspection, file: { size_bytes: pdf.byteLength, sha256: sha256Of(pdf) } };
}

/** Returns what is stored about a version after its processing. */
function resultOf(processed: Processed): Parameters<typeof processedVersion>[1] {
  if (processed.outcome === 'failed')
    return { processing_status: 'failed', failure: processed.failure, failure_code: processed.code };
  const { page_count, active_content, needs_password, file } = processed;
  return {
    processing_status: 'ready',
    ...(file && { file: { page_count, active_content, ...file } }),
    ...(needs_password && { needs_password }),
  };
}

/**
 * Commits the result, only once, in one transaction with the version, its document and the events. Returns false if the version was
 * deleted.
 */
const finish = (held: Held, processed: Processed) =>
  change(held, ({ document, version, audience }) => {
    const updated = withProcessedVersion(document, version, processed.outcome);
    // Nobody has read an earlier version if none was ready, and nobody misses this one if a later one is ready already.
    const isNews = document.current_version !== null && updated.current_version?.id === version.id;
    const tellsAt = isNews ? Date.now() + sendGraceMilliseconds : undefined;
    const finished = processedVersion(version, resultOf(processed), tellsAt);
    const copies = staleCopies(document, updated);
    const isOther = updated.current_version?.id !== document.current_version?.id;
    const mark = indexMark(updated, isOther && 'shows');
    const isLong = (finished.file?.page_count ?? 0) > longText.pages;
    // The transaction includes the document even if the document does not change, because the result depends on the revision that was read.
    return commitChange({
      audience,
      records: [
        versionRecord(`version.${processed.outcome}`, finished, updated, null),
        documentChange(document, updated, null),
      ],
      writes: [replaceVersion(finished), replaceDocument(updated), ...copies.writes, ...mark.writes],
      announce: async () => {
        const { document_id, id: version_id } = finished;
        await Promise.all([
          copies.announce(),
          isLong && mark.announce(longText.delaySeconds),
          hasDueText(finished) && announceText({ document_id, version_id }, tenantOf(updated)),
        ]);
      },
    });
  });
