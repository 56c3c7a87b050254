import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import { baseUrl } from '../../shared/presentation/links.ts';
import { askToSignInPage } from '../../shared/signIn/pages.ts';
import { returnPath } from '../../shared/signIn/returnTo.ts';

/** Makes no lookup, so that the page does not tell whether the requested document exists. */
export const handler = page(pages.askToSignIn, async ({ query }) =>
  askToSignInPage(returnPath(query.return_to, baseUrl())),
);
