import { randomUUID } from 'node:crypto';
import { isRestorable } from '../../../shared/data/documents/deletedDocuments.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import {
  acquireVersion,
  getVersionToProcess,
  postponeVersion,
  releaseVersion,
  type VersionItem,
} from '../../../shared/data/documents/versions.ts';
import { patientWorker, retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { isFree, type Lease } from '../../../shared/data/work/leases.ts';
import { type Audience, audienceOf } from '../../../shared/events/audience.ts';
import type { ProcessVersionMessage } from '../../../shared/queues/messages.ts';
import { log } from '../../../shared/runtime/log.ts';

/** A loaded version that must be processed. */
export interface Loaded {
  readonly message: ProcessVersionMessage;
  readonly document: DocumentItem;
  readonly version: VersionItem;
  /** Undefined if the message names no organization. */
  readonly audience: Audience | undefined;
}

/** Loads the version of a message. Returns undefined if the version is processed or deleted, or if its document is being removed. */
export async function load(message: ProcessVersionMessage): Promise<Loaded | undefined> {
  const { document_id, version_id, organization_id } = message;
  const { document, version, organization } = await getVersionToProcess(
    document_id,
    version_id,
    organization_id,
  );
  if (!document || version?.processing_status !== 'processing') return undefined;
  if (!isRestorable(document, Date.now())) return undefined;
  return { message, document, version, audience: organization && audienceOf(organization) };
}

/** Returns whether another invocation has acquired a version. (If that invocation is killed, the sweep sends the message again.) */
export const isTaken = ({ version }: Loaded): boolean => !isFree(version.lease, Date.now());

/**
 * A version that this invocation processes. When the message of a new version comes for the first time, no lease is acquired, which saves a
 * write: usually no other invocation has the version then. If two invocations have the version, only one result is committed. If this
 * invocation is killed, the next invocation acquires the version with a lease and counts the attempt.
 */
export interface Held extends Loaded {
  readonly lease?: Lease;
}

/**
 * Acquires a version and counts the attempt. The lease ends at `until` (epoch milliseconds), when this invocation must have ended. Returns
 * undefined if the version is already processed, or if another invocation has it.
 */
export async function acquire(loaded: Loaded, until: number): Promise<Held | undefined> {
  const lease = { id: randomUUID(), until_ms: until };
  const version = await acquireVersion(loaded.version, lease, Date.now());
  return version && { ...loaded, version, lease };
}

/**
 * Calls `run` with a loaded version. After a conflict, loads the version and calls `run` again. Returns false if the version is already
 * processed or deleted, or if its document is being removed.
 */
export function change(loaded: Loaded, run: (latest: Loaded) => Promise<unknown>): Promise<boolean> {
  let known: Loaded | undefined = loaded;
  return retryOnConflict(async () => {
    const latest = known ?? (await load(loaded.message));
    known = undefined;
    if (latest) await run(latest);
    return latest !== undefined;
  }, patientWorker);
}

/** Releases a version, so that it is due again at the given time. The attempt does not count. */
export const releaseForRetry = ({ version, lease }: Held, dueAtMilliseconds: number): Promise<boolean> =>
  lease ? releaseVersion(version, lease, dueAtMilliseconds) : postponeVersion(version, dueAtMilliseconds);

/** Releases a version after an error that is not the file's fault. Never throws, because a lease ends by itself. */
export async function releaseAfterError(held: Held): Promise<void> {
  if (!held.lease) return;
  await releaseForRetry(held, held.lease.until_ms).catch((error: unknown) =>
    log.warn('version not released', { ...held.message, error }),
  );
}
