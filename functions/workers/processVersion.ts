import { createHash } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { commit } from '../../shared/data/commit.ts';
import { patientWorker, retryOnConflict } from '../../shared/data/conflict.ts';
import { type DocumentItem, replaceDocument, withProcessedVersion } from '../../shared/data/documents.ts';
import {
  getDocumentAndVersion,
  processedVersion,
  replaceClaim,
  replaceVersion,
  type VersionItem,
} from '../../shared/data/versions.ts';
import { documentChange, versionEvent } from '../../shared/events/describe.ts';
import { commitChange } from '../../shared/events/outbox.ts';
import { getUpload, keepPayload } from '../../shared/files/payloads.ts';
import { log } from '../../shared/log.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { tenantOf } from '../../shared/queues/groups.ts';
import { type ProcessVersionMessage, processVersionMessage } from '../../shared/queues/messages.ts';
import { announceSlowVersion } from '../../shared/queues/slowProcessing.ts';
import { lookQuickly, lookThoroughly, prepareQuickLook, reservedMilliseconds } from './inspections.ts';
import type { Inspection } from './inspectionThread.ts';
import type { Stopped } from './inspector.ts';

/** A file during whose processing the whole function died this many times is given up. */
const maxInterruptedAttempts = 3;
/** The sweep takes the message of a slow file for lost when it has waited this long, as it does with those it sends itself. */
const slowMessageLostMilliseconds = 15 * 60_000;

type Processed = Inspection & { readonly file?: { readonly size_bytes: number; readonly sha256: string } };

/** A version that is this invocation's to process, and its document. */
interface Claimed {
  readonly document: DocumentItem;
  readonly version: VersionItem;
}

export const handler = consumer(processVersionMessage, async (message, context: Context) => {
  const claimed = await claim(message, Date.now(), context.getRemainingTimeInMillis());
  if (!claimed) return;
  try {
    const processed = await processUpload(claimed, message.is_slow === true, context);
    if (processed.outcome === 'stopped') await handOver(claimed);
    else await settle(claimed, processed);
    log.info('version processed', { ...message, ...processed });
  } catch (error) {
    // A store did not answer, which is not the file's fault. The message comes again, and this attempt does not count.
    await release(claimed).catch((reason: unknown) => log.warn('claim not released', { ...message, reason }));
    throw error;
  }
});

/** Loads a version that is still to be processed, with its document. */
async function load(ids: ProcessVersionMessage): Promise<Claimed | undefined> {
  const { document, version } = await getDocumentAndVersion(ids.document_id, ids.version_id);
  return document && version?.processing_status === 'processing' ? { document, version } : undefined;
}

/**
 * Claims a version until this invocation must have ended, and counts the attempt. Undefined when the version is processed, or
 * another invocation has claimed it (should that one be killed, the sweep sends the message again).
 */
const claim = (ids: ProcessVersionMessage, now: number, remainingMilliseconds: number) =>
  retryOnConflict(async (): Promise<Claimed | undefined> => {
    const loaded = await load(ids);
    if (!loaded || loaded.version.claimed_until_ms > now) return undefined;
    const claimed_until_ms = now + remainingMilliseconds + reservedMilliseconds;
    const interrupted_attempts = loaded.version.interrupted_attempts + 1;
    const claim = { interrupted_attempts, claimed_until_ms, due_at_ms: claimed_until_ms };
    const [version] = await commit([replaceClaim(loaded.version, claim)]);
    return { ...loaded, version };
  }, patientWorker);

/** Changes what was claimed. It is loaded again only if something else has changed it; once it is processed, nothing is left to do. */
function change(claimed: Claimed, run: (latest: Claimed) => Promise<unknown>): Promise<void> {
  const ids = { document_id: claimed.document.id, version_id: claimed.version.id };
  let known: Claimed | undefined = claimed;
  return retryOnConflict(async () => {
    const latest = known ?? (await load(ids));
    known = undefined;
    if (latest) await run(latest);
  }, patientWorker);
}

const release = (claimed: Claimed, dueAtMilliseconds = claimed.version.due_at_ms) =>
  change(claimed, ({ version }) => {
    const interrupted_attempts = Math.max(version.interrupted_attempts - 1, 0);
    const claim = { interrupted_attempts, claimed_until_ms: 0, due_at_ms: dueAtMilliseconds };
    return commit([replaceClaim(version, claim)]);
  });

/** Leaves a slow file to the workers that have time for it. This attempt does not count. */
async function handOver(claimed: Claimed): Promise<void> {
  await release(claimed, Date.now() + slowMessageLostMilliseconds);
  await announceSlowVersion(claimed.version, tenantOf(claimed.document));
}

async function processUpload(
  { document, version: { id, interrupted_attempts } }: Claimed,
  isSlow: boolean,
  context: Context,
): Promise<Processed | Stopped> {
  if (!isSlow) prepareQuickLook();
  const pdf = await getUpload(id);
  if (!pdf) return { outcome: 'failed', failure: 'the upload is gone' };
  const tenant = tenantOf(document);
  const look = async (): Promise<Inspection | Stopped> => {
    if (interrupted_attempts > maxInterruptedAttempts)
      return { outcome: 'failed', failure: `processing was killed ${maxInterruptedAttempts} times` };
    if (isSlow) return lookThoroughly(pdf, tenant, context, interrupted_attempts);
    return lookQuickly(pdf, tenant, context);
  };
  const inspection = await look();
  if (inspection.outcome === 'stopped') return inspection;
  await keepPayload(id);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { ...inspection, file: { size_bytes: pdf.byteLength, sha256 } };
}

/** Commits the result to the version and its document together, once, with the events that tell of it. */
const settle = (claimed: Claimed, processed: Processed) =>
  change(claimed, ({ document, version }) => {
    const settled = processedVersion(version, {
      processing_status: processed.outcome,
      ...(processed.outcome === 'ready' &&
        processed.file && { file: { page_count: processed.page_count, ...processed.file } }),
      ...(processed.outcome === 'failed' && { failure: processed.failure }),
    });
    const updated = withProcessedVersion(document, version, processed.outcome);
    // The document stands in the transaction even when it stays as it is: its state was decided from this revision.
    return commitChange({
      events: [
        versionEvent(`version.${processed.outcome}`, settled, updated, null),
        documentChange(document, updated, null),
      ],
      writes: [replaceVersion(settled), replaceDocument(updated)],
    });
  });
