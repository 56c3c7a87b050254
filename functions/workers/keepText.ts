import type { Context } from 'aws-lambda';
import { markForSearch } from '../../shared/acts/indexMark.ts';
import type { Tenant } from '../../shared/contract/identifiers.ts';
import { getDeletedDocument, isRestorable } from '../../shared/data/documents/deletedDocuments.ts';
import { getDocumentAndVersion, hasDueText, type VersionItem } from '../../shared/data/documents/versions.ts';
import { acquireText, noteKeptText, releaseText } from '../../shared/data/documents/versionText.ts';
import type { Leased } from '../../shared/data/work/leases.ts';
import { putTexts } from '../../shared/files/keptTexts.ts';
import { getPayload } from '../../shared/files/payloads.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { tenantOf } from '../../shared/queues/groups.ts';
import { type KeepTextMessage, keepTextMessage } from '../../shared/queues/messages.ts';
import { log } from '../../shared/runtime/log.ts';
import { type ReadTexts, readTexts, withoutText } from './keepText/texts.ts';

/** A file counts as one without text if the function was killed this many times while reading that file. */
const maxInterruptedAttempts = 2;

/**
 * Keeps the text of a version's pages. The worker can be killed at any point and the work repeated: the text is one object, and the version
 * stays due until the object is stored. The texts of a deleted document are kept too, so that a restored document is complete.
 */
export const handler = consumer(keepTextMessage, async (message, context: Context) => {
  const now = Date.now();
  const until = now + context.getRemainingTimeInMillis();
  const tenant = await loadDue(message, until);
  if (!tenant) return;
  const { document_id, version_id } = message;
  const claimed = await acquireText({ document_id, id: version_id }, now, until);
  if (!claimed) return;
  try {
    await keep(claimed, tenant, now);
  } catch (error) {
    // S3 or DynamoDB failed, which is not the file's fault. The message comes again, and this attempt does not count.
    await releaseText(claimed).catch(() => undefined);
    if (await loadDue(message, until)) throw error;
    // The version and its file were deleted meanwhile.
    log.info('version deleted while its text was read', { ...message });
  }
});

/**
 * Returns the tenant of a version whose text is due. Returns undefined if it is kept, if the version is gone, or if the removal of its
 * document can begin before `until` (epoch milliseconds), because nothing would remove a text that is stored after it.
 */
async function loadDue(
  { document_id, version_id }: KeepTextMessage,
  until: number,
): Promise<Tenant | undefined> {
  const { document: present, version } = await getDocumentAndVersion(document_id, version_id);
  if (!version || !hasDueText(version)) return undefined;
  const document = present ?? (await getDeletedDocument(document_id));
  return document && isRestorable(document, until) ? tenantOf(document) : undefined;
}

async function keep(claimed: Leased<VersionItem>, tenant: Tenant, startedAt: number): Promise<void> {
  const { document_id, id: version_id } = claimed;
  const { texts, failure, computedMilliseconds, ...facts } = await read(claimed);
  await putTexts(version_id, facts, texts);
  // Before the text counts as kept, so that no killed worker leaves it out of the index. It need not be in one transaction: the index reads
  // the text itself.
  await markForSearch(document_id, tenant);
  // If the version was deleted meanwhile, its removal is repeated when this invocation has ended, and finds the text.
  const isKept = await noteKeptText(claimed, Date.now());
  log.info('text kept', {
    document_id,
    version_id,
    ...facts,
    failure,
    is_kept: isKept,
    computed_ms: computedMilliseconds,
    duration_ms: Date.now() - startedAt,
  });
}

async function read({
  id,
  file,
  needs_password,
  interrupted_attempts,
}: Leased<VersionItem>): Promise<ReadTexts> {
  const pages = file?.page_count;
  if (needs_password) return withoutText(pages ?? 0, 'password');
  if (interrupted_attempts > maxInterruptedAttempts)
    return withoutText(pages ?? 0, `the function was killed ${maxInterruptedAttempts} times`);
  return readTexts(await getPayload(id), pages);
}
