import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import { signedInPage, signedOutPage } from '../../shared/signIn/pages.ts';

/** Only shows a page. It does not sign out, because a link on another site could lead here. */
export const handler = page(pages.signedOut, async ({ visitor }) =>
  visitor?.credential.startsWith('session:') ? signedInPage(visitor, pages.signedOut.path) : signedOutPage(),
);
