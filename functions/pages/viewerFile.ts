import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import { viewerFile } from '../../shared/pages/viewer/files.ts';

export const handler = page(pages.viewerFile, async ({ path }) => viewerFile(path.path ?? ''));
