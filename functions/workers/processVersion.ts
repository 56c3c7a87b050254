import { createHash } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { commit } from '../../shared/data/commit.ts';
import { patientWorker, retryOnConflict } from '../../shared/data/conflict.ts';
import { replaceDocument, withProcessedVersion } from '../../shared/data/documents.ts';
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
import { type ProcessVersionMessage, processVersionMessage } from '../../shared/queues/messages.ts';
import { type Inspection, inspectInIsolation, inTurn } from './isolatedInspection.ts';

/** A file during whose processing the whole function died this many times is given up. */
const maxInterruptedAttempts = 3;
/** The inspection of a file may take this long. Ordinary files take a fraction of a second. */
const inspectionMilliseconds = 20_000;
/** This much of an invocation's time is kept for storing the result after the inspection. */
const reservedMilliseconds = 15_000;
/** The inspection may take this share of the function's memory; the rest is for the runtime and the file itself. */
const inspectionShareOfMemory = 0.6;

type Processed = Inspection & { readonly file?: { readonly size_bytes: number; readonly sha256: string } };

export const handler = consumer(processVersionMessage, async (message, context: Context) => {
  const claimed = await claim(message, Date.now(), context.getRemainingTimeInMillis());
  if (!claimed) return;
  try {
    const processed = await inspectUpload(claimed, context);
    await settle(message, processed);
    log.info('version processed', { ...message, ...processed });
  } catch (error) {
    // A store did not answer, which is not the file's fault. The message comes again, and this attempt does not count.
    await release(message).catch((reason: unknown) => log.warn('claim not released', { ...message, reason }));
    throw error;
  }
});

/**
 * Claims a version until this invocation must have ended, and counts the attempt. Undefined when the version is processed, or
 * another invocation has claimed it (should that one be killed, the sweep sends the message again).
 */
const claim = (message: ProcessVersionMessage, now: number, remainingMilliseconds: number) =>
  retryOnConflict(async (): Promise<VersionItem | undefined> => {
    const { version } = await getDocumentAndVersion(message.document_id, message.version_id);
    if (version?.processing_status !== 'processing' || version.claimed_until_ms > now) return undefined;
    const claimed_until_ms = now + remainingMilliseconds + reservedMilliseconds;
    const interrupted_attempts = version.interrupted_attempts + 1;
    const claim = { interrupted_attempts, claimed_until_ms, due_at_ms: claimed_until_ms };
    const [claimed] = await commit([replaceClaim(version, claim)]);
    return claimed;
  }, patientWorker);

const release = (message: ProcessVersionMessage) =>
  retryOnConflict(async () => {
    const { version } = await getDocumentAndVersion(message.document_id, message.version_id);
    if (version?.processing_status !== 'processing') return;
    const interrupted_attempts = Math.max(version.interrupted_attempts - 1, 0);
    await commit([replaceClaim(version, { ...version, interrupted_attempts, claimed_until_ms: 0 })]);
  }, patientWorker);

async function inspectUpload(
  { id, interrupted_attempts }: VersionItem,
  context: Context,
): Promise<Processed> {
  const pdf = await getUpload(id);
  if (!pdf) return { outcome: 'failed', failure: 'the upload is gone' };
  const file = { size_bytes: pdf.byteLength, sha256: createHash('sha256').update(pdf).digest('hex') };
  await keepPayload(id);
  if (interrupted_attempts > maxInterruptedAttempts)
    return { outcome: 'failed', failure: `processing was killed ${maxInterruptedAttempts} times`, file };
  const inspection = await inTurn(async () => {
    // Neither slow stores nor the files before it are this file's fault.
    if (context.getRemainingTimeInMillis() < inspectionMilliseconds + reservedMilliseconds)
      throw new Error('too little time is left to inspect the file');
    return inspectInIsolation(pdf, {
      milliseconds: inspectionMilliseconds,
      megabytes: Math.floor(Number(context.memoryLimitInMB) * inspectionShareOfMemory),
    });
  });
  return { ...inspection, file };
}

/** Commits the result to the version and its document together, once, with the events that tell of it. */
const settle = (message: ProcessVersionMessage, processed: Processed) =>
  retryOnConflict(async () => {
    const { document, version } = await getDocumentAndVersion(message.document_id, message.version_id);
    if (!document || version?.processing_status !== 'processing') return;
    const settled = processedVersion(version, {
      processing_status: processed.outcome,
      ...(processed.outcome === 'ready' &&
        processed.file && { file: { page_count: processed.page_count, ...processed.file } }),
      ...(processed.outcome === 'failed' && { failure: processed.failure }),
    });
    const updated = withProcessedVersion(document, version, processed.outcome);
    // The document stands in the transaction even when it stays as it is: its state was decided from this revision.
    await commitChange({
      events: [
        versionEvent(`version.${processed.outcome}`, settled, updated, null),
        documentChange(document, updated, null),
      ],
      writes: [replaceVersion(settled), replaceDocument(updated)],
    });
  }, patientWorker);
