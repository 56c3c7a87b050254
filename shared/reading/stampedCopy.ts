import type { VersionId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import {
  countCopy,
  getStampedCopy,
  isLost,
  mayRequestCopy,
  noteSentAgain,
  requestCopy,
  type StampedCopy,
} from '../data/reading/stampedCopies.ts';
import { tenantOf } from '../queues/groups.ts';
import { sendPrepareCopy } from '../queues/preparations.ts';
import { log } from '../runtime/log.ts';
import { nameAndAddress } from './nameAndAddress.ts';

/** Stands for a missing copy in the answer to HEAD. Only GET requests the copy. */
interface NotRequested {
  readonly lacks?: undefined;
  readonly refusal?: undefined;
}
const notRequested: NotRequested = {};

/** The time after which a client asks again whether its copy is made. */
export const copyRetrySeconds = 2;

/**
 * Returns a reader's copy of a version: pending, ready, or refused. If there is no copy, or it has expired, a GET requests a new copy, and
 * HEAD does not. Returns undefined if the reader has requested too many copies.
 */
export async function copyFor(
  document: DocumentItem,
  version: { readonly id: VersionId },
  reader: Pick<User, 'id' | 'name'>,
  { isHead }: { readonly isHead: boolean },
): Promise<StampedCopy | NotRequested | undefined> {
  const now = Date.now();
  const [stored, named] = await Promise.all([
    getStampedCopy(reader.id, version.id, now),
    nameAndAddress(reader),
  ]);
  // If the reader's name or address has changed, a new copy is made.
  const found = stored?.reader === named ? stored : undefined;
  if (isHead) return found ?? ((await mayRequestCopy(reader.id, now)) ? notRequested : undefined);
  if (found) {
    if (isLost(found, now) && (await noteSentAgain(found, now))) await send(found, document);
    return found;
  }
  if (!(await countCopy(reader.id, now))) return undefined;
  const asked = {
    version_id: version.id,
    document_id: document.id,
    reader_id: reader.id,
    reader: named,
  };
  const copy = await requestCopy(asked, now);
  if (copy) await send(copy, document);
  return copy ?? getStampedCopy(reader.id, version.id, now);
}

/** Sends the message that makes a worker stamp a copy. Never throws: if the message is lost, a later request of the reader sends it again. */
async function send(
  { document_id, version_id, reader_id, copy_id }: StampedCopy,
  document: DocumentItem,
): Promise<void> {
  const message = { kind: 'stamped', document_id, version_id, reader_id, copy_id } as const;
  await sendPrepareCopy(message, tenantOf(document)).catch((error: unknown) =>
    log.warn('copy not asked for', { document_id, version_id, error: String(error) }),
  );
}
