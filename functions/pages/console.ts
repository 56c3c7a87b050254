import { pages } from '../../shared/contract/pages.ts';
import { consoleFile } from '../../shared/pages/console/files.ts';
import { consoleShell } from '../../shared/pages/console/shell.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { page } from '../../shared/pages/page.ts';
import { askToSignInPath, baseUrl, pathOf } from '../../shared/presentation/links.ts';

const folder = 'assets/';

export const handler = page(pages.console, async ({ visitor, path, address, query, headers }) => {
  if (path.path?.startsWith(folder)) return consoleFile(path.path.slice(folder.length));
  return visitor?.credential.startsWith('session:')
    ? consoleShell(headers['accept-language'])
    : redirect(baseUrl() + askToSignInPath(pathOf({ path: address as `/${string}` }, {}, query)));
});
