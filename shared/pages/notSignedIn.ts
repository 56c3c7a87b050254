import type { HttpResponse } from '../http/response.ts';
import { linkTo, signInPath } from '../presentation/links.ts';
import { t } from '../words/words.ts';
import { html } from './html.ts';
import { messagePage } from './messagePage.ts';

/**
 * Returns the answer to the form of a visitor whose session has ended. A form cannot redirect to the sign-in on another site, so this page
 * has a link to it.
 *
 * @param returnTo the path to come back to
 * @param address the path that printed pages show. Default: `returnTo`
 */
export const notSignedInPage = (returnTo: string, address = returnTo): HttpResponse =>
  messagePage({
    status: 401,
    title: t('signIn.ended'),
    address,
    content: [html`<p><a class="button" href="${linkTo(signInPath(returnTo))}">${t('signIn.again')}</a></p>`],
  });
