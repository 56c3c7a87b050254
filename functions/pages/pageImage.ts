import { noSuchVersion } from '../../shared/access/documents.ts';
import { existing } from '../../shared/access/errors.ts';
import { getDocumentVersion as operation } from '../../shared/contract/operations/versions.ts';
import { pages } from '../../shared/contract/pages.ts';
import { getDocumentAndVersion } from '../../shared/data/documents/versions.ts';
import { listAllAttachments } from '../../shared/data/policies/attachments.ts';
import { getPreparedPages } from '../../shared/data/reading/preparedPages.ts';
import { type ShownPage, showPage } from '../../shared/pages/document/showPage.ts';
import { prepareToWatermark } from '../../shared/pages/document/watermarkPicture.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { presentVersion } from '../../shared/presentation/present.ts';

export const handler = readablePage<typeof operation, ShownPage>({
  contract: pages.pageImage,
  operation,
  load: async ({ document_id, version_id }) => {
    prepareToWatermark();
    const [{ document, version }, attachments, prepared] = await Promise.all([
      getDocumentAndVersion(document_id, version_id),
      listAllAttachments(document_id),
      getPreparedPages(version_id, Date.now()),
    ]);
    return { ...(document && { document }), version, attachments, prepared };
  },
  versionOf: ({ version }) => version?.id ?? null,
  toJson: ({ version }) => presentVersion(existing(version, noSuchVersion)),
  toHtml: showPage,
});
