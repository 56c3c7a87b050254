import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import { signedInPage, signedOutPage } from '../../shared/signIn/pages.ts';

/** Signs nobody out: otherwise a link on another site could do so. */
export const handler = page(pages.signedOut, async ({ visitor }) =>
  visitor?.credential.startsWith('session:') ? signedInPage(visitor, pages.signedOut.path) : signedOutPage(),
);
