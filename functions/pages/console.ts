import { pages } from '../../shared/contract/pages.ts';
import { consoleFile } from '../../shared/pages/console/files.ts';
import { plainPage } from '../../shared/pages/console/plain/plain.ts';
import { consoleShell } from '../../shared/pages/console/shell.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { page } from '../../shared/pages/page.ts';
import { askToSignInPath, baseUrl, pathOf } from '../../shared/presentation/links.ts';

const files = 'assets/';

export const handler = page(pages.console, async (request) => {
  const { visitor, address, query } = request;
  const path = request.path.path ?? '';
  if (path.startsWith(files)) return consoleFile(path.slice(files.length));
  if (!visitor?.credential.startsWith('session:'))
    return redirect(baseUrl() + askToSignInPath(pathOf({ path: address as `/${string}` }, {}, query)));
  return path === 'plain' || path.startsWith('plain/') ? plainPage(request) : consoleShell(path);
});
