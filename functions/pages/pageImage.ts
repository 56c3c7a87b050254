import { getDocumentVersion as operation } from '../../shared/contract/operations/versions.ts';
import { pages } from '../../shared/contract/pages.ts';
import { listAllAttachments } from '../../shared/data/attachments.ts';
import { getPreparedPages } from '../../shared/data/preparedPages.ts';
import { getDocumentAndVersion } from '../../shared/data/versions.ts';
import { noSuchVersion } from '../../shared/http/access.ts';
import { existing } from '../../shared/http/errors.ts';
import { prepareToBurn } from '../../shared/pages/document/burn.ts';
import { type ShownPage, showPage } from '../../shared/pages/document/showPage.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { presentVersion } from '../../shared/present.ts';

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
  toJson: ({ version }) => presentVersion(existing(version, noSuchVersion)),
  toHtml: showPage,
});
