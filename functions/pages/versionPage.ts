import { noSuchVersion } from '../../shared/access/documents.ts';
import { existing } from '../../shared/access/errors.ts';
import { getDocumentVersion as operation } from '../../shared/contract/operations/versions.ts';
import { pages } from '../../shared/contract/pages.ts';
import { getDocumentAndVersion } from '../../shared/data/documents/versions.ts';
import { listAllAttachments } from '../../shared/data/policies/attachments.ts';
import { getView } from '../../shared/data/reading/views.ts';
import { type ShownVersion, showVersion } from '../../shared/pages/document/showVersion.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { presentVersion } from '../../shared/presentation/present.ts';

export const handler = readablePage<typeof operation, ShownVersion>({
  contract: pages.versionPage,
  operation,
  load: async ({ document_id, version_id }, query) => {
    const [{ document, version }, attachments, view] = await Promise.all([
      getDocumentAndVersion(document_id, version_id),
      listAllAttachments(document_id),
      getView(document_id, query.view, Date.now()),
    ]);
    return { ...(document && { document }), version, attachments, view };
  },
  versionOf: ({ version }) => version?.id ?? null,
  toJson: ({ version }) => presentVersion(existing(version, noSuchVersion)),
  toHtml: showVersion,
});
