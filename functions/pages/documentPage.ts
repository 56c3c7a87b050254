import { ulidOf, versionId } from '../../shared/contract/identifiers.ts';
import { getDocument as operation } from '../../shared/contract/operations/documents.ts';
import { pages } from '../../shared/contract/pages.ts';
import { getDocument } from '../../shared/data/documents/documents.ts';
import { listVersions } from '../../shared/data/documents/versions.ts';
import { listAllAttachments } from '../../shared/data/policies/attachments.ts';
import { getView } from '../../shared/data/reading/views.ts';
import { besideDocument } from '../../shared/pages/acceptance/besideDocument.ts';
import { type ShownDocument, showDocument } from '../../shared/pages/document/showDocument.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { presentDocument } from '../../shared/presentation/present.ts';

const versionsShown = 20;

export const handler = readablePage<typeof operation, ShownDocument>({
  contract: pages.documentPage,
  operation,
  load: async ({ document_id }, query) => {
    // A malformed id is ignored, and the list begins with the newest version.
    const after = versionId.safeParse(query.versions_after).data;
    const [document, { items: versions, next }, attachments, view] = await Promise.all([
      getDocument(document_id),
      listVersions(document_id, after && ulidOf(after), versionsShown),
      listAllAttachments(document_id),
      getView(document_id, query.view, Date.now()),
    ]);
    return {
      ...(document && { document }),
      versions,
      hasMoreVersions: next !== undefined,
      after,
      attachments,
      view,
    };
  },
  versionOf: ({ document }) => document.current_version?.id ?? null,
  toJson: ({ document }) => presentDocument(document),
  toHtml: showDocument,
  beside: besideDocument,
});
