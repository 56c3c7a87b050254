import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import { signedInPage, signedOutPage } from '../../shared/signIn/pages.ts';

/** Shows a page and does not end a session, because a link on another site could lead here. */
export const handler = page(pages.signedOut, async ({ visitor }) =>
  visitor?.credential.startsWith('session:') ? signedInPage(visitor, pages.signedOut.path) : signedOutPage(),
);
