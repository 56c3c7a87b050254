import { writeBookkeeping } from '../../../shared/data/commit.ts';
import { patientWorker, retryOnConflict } from '../../../shared/data/conflict.ts';
import { isRestorable } from '../../../shared/data/deletedDocuments.ts';
import type { DocumentItem } from '../../../shared/data/documents.ts';
import { getVersionToProcess } from '../../../shared/data/processing.ts';
import { replaceClaim, type VersionItem } from '../../../shared/data/versions.ts';
import { type Audience, audienceOf } from '../../../shared/events/commitChange.ts';
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
export const isClaimed = ({ version }: Loaded): boolean => version.claimed_until_ms > Date.now();

/**
 * A version that is this invocation's to process. At the first receipt of the message that came with its upload it is not
 * claimed, which would be a write: nobody else is expected to have it, and if somebody has, one result is committed. Should
 * this invocation be killed, the next receipt, or the sweep's message, claims and counts.
 */
export interface Held extends Loaded {
  readonly isCounted: boolean;
}

/**
 * Claims a version until this invocation must have ended (epoch milliseconds), and counts the attempt. Undefined when the
 * version is processed, or another invocation has claimed it.
 */
export async function claim(loaded: Loaded, until: number): Promise<Held | undefined> {
  let held: Held | undefined;
  await change(loaded, async (latest) => {
    if (isClaimed(latest)) return;
    const interrupted_attempts = latest.version.interrupted_attempts + 1;
    const claim = { interrupted_attempts, claimed_until_ms: until, due_at_ms: until };
    const [version] = await writeBookkeeping([replaceClaim(latest.version, claim)]);
    held = { ...latest, version, isCounted: true };
  });
  return held;
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

/** Gives a version back, to be looked at again by the given time; an attempt that was counted is not. What others claimed stays theirs. */
export const giveBack = (held: Held, dueAtMilliseconds = held.version.due_at_ms): Promise<void> =>
  change(held, async ({ version }) => {
    if (version.claimed_until_ms !== held.version.claimed_until_ms) return;
    const interrupted_attempts = version.interrupted_attempts - Number(held.isCounted);
    const claim = { interrupted_attempts, claimed_until_ms: 0, due_at_ms: dueAtMilliseconds };
    await writeBookkeeping([replaceClaim(version, claim)]);
  });

/** Gives a version back after an error that is not the file's fault. Never throws: a claim ends by itself. */
export async function giveUp(held: Held): Promise<void> {
  if (!held.isCounted) return;
  await giveBack(held).catch((error: unknown) => log.warn('claim not released', { ...held.message, error }));
}
