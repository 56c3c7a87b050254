import { pages } from '../../shared/contract/pages.ts';
import { getView } from '../../shared/data/reading/views.ts';
import { type ShownVersion, showVersion } from '../../shared/pages/document/showVersion.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { loadVersion, readableVersion } from '../../shared/pages/readableVersion.ts';

export const handler = readablePage<typeof readableVersion.operation, ShownVersion>({
  ...readableVersion,
  contract: pages.versionPage,
  load: (path, query) =>
    loadVersion(
      path,
      getView(path.document_id, query.view, Date.now()).then((view) => ({ view })),
    ),
  toHtml: showVersion,
});
