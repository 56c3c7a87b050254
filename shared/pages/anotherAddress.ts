import { isApiKey } from '../access/principal.ts';
import { getCaller } from '../data/callers/callers.ts';
import { linkTo, signInAsAnotherPath } from '../presentation/links.ts';
import { type Html, html } from '../text/html.ts';
import { t } from '../words/words.ts';
import type { PageRequest } from './page.ts';
import { phrase } from './phrase.ts';

/**
 * Returns the button to sign in with another address. After the sign-in, the browser goes to `returnTo`. The new session ends the old one.
 */
export const useAnotherAddress = (returnTo: string, label = t('address.another')): Html =>
  html`<p class="actions"><a class="button" href="${linkTo(signInAsAnotherPath(returnTo))}">${label}</a></p>`;

/** Returns the sentence that shows the address of a signed-in visitor; null for an unknown address. */
export const signedInWith = (address: string | null | undefined): Html | null =>
  address
    ? html`<p>${phrase('address.yours', { address: html`<strong><bdi>${address}</bdi></strong>` })}</p>`
    : null;

/**
 * Returns the last part of a page that refuses a visitor: the visitor's address, and the button to use another address. Empty for visitors
 * who are not signed in.
 */
export async function offerAnotherAddress(
  { visitor }: Pick<PageRequest, 'visitor'>,
  returnTo: string,
  label?: string,
): Promise<(Html | null)[]> {
  if (!visitor) return [];
  const person = isApiKey(visitor) ? undefined : await getCaller(visitor.user.id);
  return [signedInWith(person?.email), useAnotherAddress(returnTo, label)];
}
