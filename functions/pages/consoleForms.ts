import { pages } from '../../shared/contract/pages.ts';
import { submitPlain } from '../../shared/pages/console/plain/plain.ts';
import { notSignedInPage } from '../../shared/pages/notSignedIn.ts';
import { page } from '../../shared/pages/page.ts';

export const handler = page(pages.consoleForms, async (request) =>
  request.visitor?.credential.startsWith('session:')
    ? submitPlain(request)
    : notSignedInPage(request.address),
);
