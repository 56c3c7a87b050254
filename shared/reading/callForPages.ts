import type { VersionId } from '../contract/identifiers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { noteCall, type PreparedPages } from '../data/reading/preparedPages.ts';
import { tenantOf } from '../queues/groups.ts';
import { sendPrepareCopy } from '../queues/preparations.ts';
import { log } from '../runtime/log.ts';

/**
 * Calls a worker that draws the pages of a version, or its first page only, unless another process has just called one. If the message
 * cannot be sent, this is only logged: the browser that waits asks again.
 *
 * @param seen the state of the pictures, which says that a worker has to be called
 */
export async function callForPages(
  document: DocumentItem,
  version_id: VersionId,
  seen: PreparedPages | undefined,
  now: number,
  { firstOnly }: { readonly firstOnly: boolean },
): Promise<void> {
  const document_id = document.id;
  if (!(await noteCall({ id: version_id, document_id }, seen, now))) return;
  const message = {
    kind: 'pages',
    document_id,
    version_id,
    ...(firstOnly && { first_only: true as const }),
  } as const;
  await sendPrepareCopy(message, tenantOf(document)).catch((error: unknown) =>
    log.warn('pictures not asked for', { document_id, version_id, error: String(error) }),
  );
}
