import { randomUUID } from 'node:crypto';
import { patientWorker, retryOnConflict } from '../../../shared/data/conflict.ts';
import { isRestorable } from '../../../shared/data/deletedDocuments.ts';
import type { DocumentItem } from '../../../shared/data/documents.ts';
import { isFree, type Lease } from '../../../shared/data/leases.ts';
import {
  acquireVersion,
  getVersionToProcess,
  postponeVersion,
  releaseVersion,
  type VersionItem,
} from '../../../shared/data/versions.ts';
import { type Audience, audienceOf } from '../../../shared/events/outbox.ts';
import { log } from '../../../shared/log.ts';
import type { ProcessVersionMessage } from '../../../shared/queues/messages.ts';

/** A version that is still to be processed, as it was loaded. */
export interface Loaded {
  readonly message: ProcessVersionMessage;
  readonly document: DocumentItem;
  readonly version: VersionItem;
  /** Undefined where the message names no organization. */
  readonly audience: Audience | undefined;
}

/** Loads the version of a message; undefined when it is processed, or its document is being removed. */
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

/** Returns whether another invocation has a version to itself (should that one be killed, the sweep sends the message again). */
export const isTaken = ({ version }: Loaded): boolean => !isFree(version.lease, Date.now());

/**
 * A version that is this invocation's to process. At the first receipt of the message that came with its upload it is not
 * leased, which would be a write: nobody else is expected to have it, and if somebody has, one result is committed. Should this
 * invocation be killed, the next receipt, or the sweep's message, acquires and counts.
 */
export interface Held extends Loaded {
  readonly lease?: Lease;
}

/**
 * Acquires a version until this invocation must have ended (epoch milliseconds), and counts the attempt. Undefined when the
 * version is processed, or another invocation has it.
 */
export async function acquire(loaded: Loaded, until: number): Promise<Held | undefined> {
  const lease = { id: randomUUID(), until_ms: until };
  const version = await acquireVersion(loaded.version, lease, Date.now());
  return version && { ...loaded, version, lease };
}

/** Changes what was loaded. It is loaded again only if something else has changed it; once it is processed, nothing is left to do. */
export function change(loaded: Loaded, run: (latest: Loaded) => Promise<unknown>): Promise<void> {
  let known: Loaded | undefined = loaded;
  return retryOnConflict(async () => {
    const latest = known ?? (await load(loaded.message));
    known = undefined;
    if (latest) await run(latest);
  }, patientWorker);
}

/** Gives a version back, to be looked at again by the given time. An attempt that was counted is not, then. */
export const giveBack = ({ version, lease }: Held, dueAtMilliseconds: number): Promise<boolean> =>
  lease ? releaseVersion(version, lease, dueAtMilliseconds) : postponeVersion(version, dueAtMilliseconds);

/** Gives a version back after an error that is not the file's fault. Never throws: a lease ends by itself. */
export async function giveUp(held: Held): Promise<void> {
  if (!held.lease) return;
  await giveBack(held, held.lease.until_ms).catch((error: unknown) =>
    log.warn('version not released', { ...held.message, error }),
  );
}
