import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { getDocumentAndVersion, type VersionItem } from '../../../shared/data/documents/versions.ts';
import {
  acquireCopy,
  type CopyOutcome,
  finishCopy,
  noteCopySent,
  releaseCopy,
  type StampedCopy,
} from '../../../shared/data/reading/stampedCopies.ts';
import { getPayload } from '../../../shared/files/payloads.ts';
import { putStampedCopy } from '../../../shared/files/stampedCopies.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import type { PrepareCopyMessage } from '../../../shared/queues/messages.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { log } from '../../../shared/runtime/log.ts';
import { inCopySlot } from './copySlots.ts';
import { stampInThread } from './stamping.ts';

const taskRoot = environment('taskRoot');

/** A file is not stamped if the function was killed this many times while stamping that file. */
const maxInterruptedAttempts = 2;

type StampedMessage = PrepareCopyMessage & { readonly kind: 'stamped' };

/** Makes a copy of a version's file with a reader's watermark. */
export async function prepareStampedCopy(
  message: StampedMessage,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const { document_id, version_id } = message;
  const { document, version } = await getDocumentAndVersion(document_id, version_id);
  if (!document || version?.processing_status !== 'ready') return;
  const until = Date.now() + context.getRemainingTimeInMillis();
  const noteSent = (now: number) => noteCopySent(message, now);
  await inCopySlot(message, { tenant: tenantOf(document), until, noteSent }, () =>
    acquireAndStamp(message, version, until),
  );
}

async function acquireAndStamp(message: StampedMessage, version: VersionItem, until: number): Promise<void> {
  const { document_id, version_id, copy_id } = message;
  const now = Date.now();
  const claimed = await acquireCopy(message, now, until);
  if (!claimed) return;
  try {
    const outcome = await stamp(claimed, version);
    await finishCopy(claimed, outcome, Date.now());
    log.info('copy stamped', { document_id, version_id, copy_id, ...outcome, duration_ms: Date.now() - now });
  } catch (error) {
    // S3 or DynamoDB failed, which is not the file's fault. The message comes again, and this attempt does not count.
    await releaseCopy(claimed).catch(() => undefined);
    throw error;
  }
}

async function stamp(claimed: StampedCopy, version: VersionItem): Promise<CopyOutcome> {
  if (claimed.interrupted_attempts > maxInterruptedAttempts) return { refusal: 'too_costly' };
  const watermark = {
    reader: claimed.reader,
    shownAt: new Date(claimed.asked_at_ms).toISOString(),
    documentId: claimed.document_id,
  };
  const [file, block] = await Promise.all([
    getPayload(version.id),
    import('../../../shared/pdf/watermark/watermark.ts').then(({ drawWatermarkBlock }) =>
      drawWatermarkBlock(watermark, join(taskRoot(), 'fonts')),
    ),
  ]);
  const stamped = await stampInThread(file, version.file?.page_count ?? 1, block);
  if (stamped.outcome === 'refused') return { refusal: stamped.refusal };
  if (stamped.outcome === 'stopped') {
    log.warn('file not stamped', { document_id: version.document_id, version_id: version.id, ...stamped });
    return { refusal: 'too_costly' };
  }
  await putStampedCopy(claimed, stamped.pdf);
  const { signatures, attachments, lacks } = stamped;
  return { lacks: { signatures, attachments, kinds: lacks } };
}
