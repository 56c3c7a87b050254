import * as z from 'zod/mini';
import { activityId, type DocumentId } from '../../shared/contract/identifiers.ts';
import { getDocumentVersion as operation } from '../../shared/contract/operations/versions.ts';
import { pages } from '../../shared/contract/pages.ts';
import { version as resource } from '../../shared/contract/resources/version.ts';
import { listAllAttachments } from '../../shared/data/attachments.ts';
import { getPreparedPages } from '../../shared/data/preparedPages.ts';
import { reached } from '../../shared/data/readingProgress.ts';
import { getDocumentAndVersion } from '../../shared/data/versions.ts';
import { existingVersion } from '../../shared/http/access.ts';
import { prepareToBurn } from '../../shared/pages/document/burn.ts';
import { type ShownPage, showPage } from '../../shared/pages/document/showPage.ts';
import type { PageRequest } from '../../shared/pages/page.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { presentVersion, withoutName } from '../../shared/present.ts';

export const handler = readablePage<typeof operation, ShownPage>({
  contract: pages.pageImage,
  operation,
  load: async ({ document_id, version_id }) => {
    prepareToBurn();
    const [{ document, version }, attachments, prepared] = await Promise.all([
      getDocumentAndVersion(document_id, version_id),
      listAllAttachments(document_id),
      getPreparedPages(version_id, Date.now()),
    ]);
    return { ...(document && { document }), version, attachments, prepared };
  },
  versionOf: ({ version }) => version?.id ?? null,
  toJson: ({ version }, { colleague }) => {
    const presented = presentVersion(existingVersion(version));
    return z.parse(resource, colleague ? presented : withoutName(presented));
  },
  toHtml: async (loaded, reader, request) => {
    const response = await showPage(loaded, reader, request);
    await recordPage(loaded.document.id, request);
    return response;
  },
});

/** Pictures and texts of pages name the view in which they are asked for; of who asks by themselves, nothing says which it is. */
async function recordPage(documentId: DocumentId, { query, trail }: PageRequest): Promise<void> {
  const { data: viewId } = activityId.safeParse(query.view);
  if (viewId !== undefined && trail.page !== undefined) await reached(documentId, viewId, trail.page);
}
