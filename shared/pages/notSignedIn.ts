import type { HttpResponse } from '../http/response.ts';
import { linkTo, signInPath } from '../presentation/links.ts';
import { html } from '../text/html.ts';
import { t } from '../words/words.ts';
import { messagePage } from './messagePage.ts';

/**
 * Returns the answer to a form of a visitor whose session has ended. The page has a link to the sign-in, because browsers do not let a form
 * redirect to the sign-in on another site.
 *
 * @param returnTo the path to which the visitor returns after the sign-in
 * @param address the path that the page shows if it is printed. Default: `returnTo`
 */
export const notSignedInPage = (returnTo: string, address = returnTo): HttpResponse =>
  messagePage({
    status: 401,
    title: t('signIn.ended'),
    address,
    content: [html`<p><a class="button" href="${linkTo(signInPath(returnTo))}">${t('signIn.again')}</a></p>`],
  });
