import { pages } from '../contract/pages.ts';
import type { HttpResponse } from '../http/response.ts';
import { useAnotherAddress } from '../pages/anotherAddress.ts';
import { sessionOf } from '../pages/layout.ts';
import { messagePage } from '../pages/messagePage.ts';
import { phrase } from '../pages/phrase.ts';
import { linkTo, signInPath } from '../presentation/links.ts';
import { html } from '../text/html.ts';
import type { WordKey } from '../words/worded.ts';
import { inWords, t } from '../words/words.ts';
import { leadsTo } from './leadsTo.ts';

interface Shown {
  readonly status: number;
  readonly title: WordKey;
  readonly text: WordKey;
  /** A second paragraph. Default: none */
  readonly more?: WordKey;
  /** The link that the page offers. */
  readonly next: 'again' | 'as another';
}

/** The page for each reason of a failed sign-in. */
const shown = {
  expired: { status: 400, title: 'signIn.expired', text: 'signIn.expiredText', next: 'again' },
  declined: { status: 400, title: 'signIn.declined', text: 'signIn.declinedText', next: 'as another' },
  unverified: { status: 403, title: 'signIn.unverified', text: 'signIn.unverifiedText', next: 'as another' },
  unknown: {
    status: 403,
    title: 'signIn.unknown',
    text: 'signIn.unknownText',
    more: 'signIn.unknownMore',
    next: 'as another',
  },
  taken: { status: 403, title: 'signIn.taken', text: 'signIn.takenText', next: 'as another' },
  disabled: { status: 403, title: 'signIn.disabled', text: 'signIn.disabledText', next: 'as another' },
  /**
   * The browser sent an error, or an answer that does not match the request. The browser's user may have made up the error or the answer,
   * so the text blames neither the service nor the provider.
   */
  unusable: { status: 400, title: 'signIn.failed', text: 'signIn.unusableText', next: 'again' },
  unreachable: { status: 503, title: 'signIn.unreachable', text: 'signIn.unreachableText', next: 'again' },
  /** The provider answered with an error, or with an answer that must not be trusted. */
  failed: { status: 502, title: 'signIn.failed', text: 'signIn.failedText', next: 'again' },
} as const satisfies Readonly<Record<string, Shown>>;
/** The reason of a failed sign-in. */
export type SignInFailure = keyof typeof shown;

interface Refused {
  /** The path to open after the sign-in. */
  readonly returnTo: string;
  readonly requestId: string;
  /** The person's address at the provider; undefined if it is unknown. */
  readonly address: string | undefined;
}

/** Returns the page for a failed sign-in. */
export function failurePage(failure: SignInFailure, { returnTo, requestId, address }: Refused): HttpResponse {
  const { status, title, text, more, next }: Shown = shown[failure];
  return messagePage({
    status,
    title: inWords({ key: title }),
    address: pages.signIn.path,
    content: [
      html`<p>${inWords({ key: text })}</p>`,
      more === undefined ? null : html`<p>${inWords({ key: more })}</p>`,
      status >= 500 ? html`<p>${t('signIn.errorStays', { id: requestId })}</p>` : null,
      address
        ? html`<p>${phrase('signIn.used', { address: html`<strong><bdi>${address}</bdi></strong>` })}</p>`
        : null,
      next === 'again'
        ? html`<p><a class="button" href="${linkTo(signInPath(returnTo))}">${t('signIn.again')}</a></p>`
        : useAnotherAddress(returnTo),
    ],
  });
}

/** Returns the page for visitors who must sign in to open `returnTo`. The page is the same whether or not the document or the room exists. */
export const askToSignInPage = (returnTo: string): HttpResponse =>
  messagePage({
    status: 200,
    title: t('signIn.ask'),
    address: pages.askToSignIn.path,
    content: [
      html`<p>${t(typeof leadsTo(returnTo) === 'object' ? 'signIn.askRoom' : 'signIn.askText')}</p>`,
      html`<p class="actions"><a class="button primary" href="${linkTo(signInPath(returnTo))}">${t('frame.signIn')}</a></p>`,
    ],
  });

/** Returns the page for a person who signed in from no document. Its header has a button to sign out. */
export const signedInPage = (visitor: Parameters<typeof sessionOf>[0], address: string): HttpResponse =>
  messagePage({
    status: 200,
    title: t('signIn.done'),
    address,
    content: [
      html`<p>${t('signIn.doneText')}</p>`,
      html`<p class="actions"><a class="button primary" href="${linkTo(pages.console.path)}">${t('signIn.documents')}</a></p>`,
    ],
    session: sessionOf(visitor),
  });

export const signedOutPage = (): HttpResponse =>
  messagePage({
    status: 200,
    title: t('signOut.done'),
    address: pages.signedOut.path,
    content: [html`<p><a class="button" href="${linkTo(pages.signIn.path)}">${t('signIn.again')}</a></p>`],
  });

/**
 * Returns the page that leads a person from the sign-out here to the sign-out at the provider. A redirect would not work: browsers check
 * redirects against `form-action` of the page with the form (https://github.com/w3c/webappsec-csp/issues/8).
 */
export function signingOutPage({ href }: URL): HttpResponse {
  const response = messagePage({
    status: 200,
    title: t('signOut.here'),
    address: pages.signedOut.path,
    content: [html`<p><a class="button" href="${href}">${t('signOut.provider')}</a></p>`],
  });
  response.headers.Refresh = `0; url=${href}`;
  return response;
}
