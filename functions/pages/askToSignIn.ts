import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import { baseUrl } from '../../shared/presentation/links.ts';
import { askToSignInPage } from '../../shared/signIn/pages.ts';
import { returnPath } from '../../shared/signIn/returnTo.ts';

/** Looks nothing up: the page tells nobody what exists at the address that a visitor opened. */
export const handler = page(pages.askToSignIn, async ({ query }) =>
  askToSignInPage(returnPath(query.return_to, baseUrl())),
);
