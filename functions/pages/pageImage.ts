import { pages } from '../../shared/contract/pages.ts';
import { getPreparedPages } from '../../shared/data/reading/preparedPages.ts';
import { type ShownPage, showPage } from '../../shared/pages/document/showPage.ts';
import { prepareToWatermark } from '../../shared/pages/document/watermarkPicture.ts';
import { readablePage } from '../../shared/pages/readablePage.ts';
import { loadVersion, readableVersion } from '../../shared/pages/readableVersion.ts';

export const handler = readablePage<typeof readableVersion.operation, ShownPage>({
  ...readableVersion,
  contract: pages.pageImage,
  load: (path) => {
    prepareToWatermark();
    const prepared = getPreparedPages(path.version_id, Date.now());
    return loadVersion(
      path,
      prepared.then((found) => ({ prepared: found })),
    );
  },
  toHtml: showPage,
});
