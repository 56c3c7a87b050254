import { getDocumentVersion as operation } from '../../shared/contract/operations/versions.ts';
import { pages } from '../../shared/contract/pages.ts';
import { listAllAttachments } from '../../shared/data/attachments.ts';
import { getDocumentAndVersion } from '../../shared/data/versions.ts';
import { noSuchVersion } from '../../shared/http/access.ts';
import { existing } from '../../shared/http/errors.ts';
import { type ShownVersion, showVersion } from '../../shared/pages/document/showVersion.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { presentVersion } from '../../shared/present.ts';

export const handler = readablePage<typeof operation, ShownVersion>({
  contract: pages.versionPage,
  operation,
  load: async ({ document_id, version_id }) => {
    const [{ document, version }, attachments] = await Promise.all([
      getDocumentAndVersion(document_id, version_id),
      listAllAttachments(document_id),
    ]);
    return { ...(document && { document }), version, attachments };
  },
  versionOf: ({ version }) => version?.id ?? null,
  toJson: ({ version }) => presentVersion(existing(version, noSuchVersion)),
  toHtml: showVersion,
});
