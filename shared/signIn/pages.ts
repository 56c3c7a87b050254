import { pages } from '../contract/pages.ts';
import type { HttpResponse } from '../http/response.ts';
import { useAnotherAddress } from '../pages/anotherAddress.ts';
import { html } from '../pages/html.ts';
import { sessionOf } from '../pages/layout.ts';
import { messagePage } from '../pages/messagePage.ts';
import { linkTo, signInPath } from '../presentation/links.ts';

interface Shown {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** A second paragraph. Default: none */
  readonly more?: string;
  /** The link that the page offers. */
  readonly next: 'again' | 'as another';
}

/** The page for each reason of a failed sign-in. */
const shown = {
  expired: {
    status: 400,
    title: 'This sign-in is no longer valid',
    text: 'The sign-in took longer than ten minutes, was used before, or began in another browser. Nothing is lost. Sign in again.',
    next: 'again',
  },
  declined: {
    status: 400,
    title: 'You did not sign in',
    text: 'Signing in was cancelled, or your identity provider does not let you in here.',
    next: 'as another',
  },
  unverified: {
    status: 403,
    title: 'Your e-mail address is not verified',
    text:
      'The service identifies people by their e-mail address, and your identity provider has not verified yours. ' +
      'Verify your address there, or ask the administrator of your account, and then sign in again.',
    next: 'as another',
  },
  unknown: {
    status: 403,
    title: 'You have no account here',
    text:
      'You have signed in with your identity provider, but no account here has your e-mail address. If somebody sent ' +
      'you a link, open that link and sign in with the address that it was sent to.',
    more:
      'If that does not help, ask the sender to share with the address that you sign in with. Ask an owner or admin of ' +
      'your organization to invite you if you should become a member.',
    next: 'as another',
  },
  taken: {
    status: 403,
    title: 'This is another account',
    text:
      'The account here with your e-mail address belongs to another account at your identity provider. If you are the ' +
      'same person, ask an owner or admin of your organization to have the two accounts connected.',
    next: 'as another',
  },
  disabled: {
    status: 403,
    title: 'Your account is disabled',
    text:
      'You have signed in with your identity provider, but your account here is disabled. Nothing that you made is ' +
      'lost. Ask an owner or admin of your organization to have it enabled.',
    next: 'as another',
  },
  /**
   * The browser sent an error, or an answer that does not match the request. The browser's user may have made it up, so the text blames
   * neither the service nor the provider.
   */
  unusable: {
    status: 400,
    title: 'Signing in did not work',
    text: 'The service cannot use the answer of your identity provider. Nothing is lost. Sign in again.',
    next: 'again',
  },
  unreachable: {
    status: 503,
    title: 'Signing in is not possible right now',
    text: 'The identity provider does not answer. Please try again in a minute.',
    next: 'again',
  },
  /** The provider answered with an error, or with an answer that must not be trusted. */
  failed: {
    status: 502,
    title: 'Signing in did not work',
    text: 'The service cannot use the answer of the identity provider. Please try again.',
    next: 'again',
  },
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
    title,
    address: pages.signIn.path,
    content: [
      html`<p>${text}</p>`,
      more === undefined ? null : html`<p>${more}</p>`,
      status >= 500
        ? html`<p>If the error stays, contact the operators and name the request ${requestId}.</p>`
        : null,
      address ? html`<p>You signed in as <strong><bdi>${address}</bdi></strong>.</p>` : null,
      next === 'again'
        ? html`<p><a class="button" href="${linkTo(signInPath(returnTo))}">Sign in again</a></p>`
        : useAnotherAddress(returnTo),
    ],
  });
}

/** Returns the page for visitors who must sign in to open `returnTo`. It is the same whether or not the document exists. */
export const askToSignInPage = (returnTo: string): HttpResponse =>
  messagePage({
    status: 200,
    title: 'Sign in to go on',
    address: pages.askToSignIn.path,
    content: [
      html`<p>Somebody shared a document with you, or invited you. Sign in with the address it was sent to.</p>`,
      html`<p class="actions"><a class="button primary" href="${linkTo(signInPath(returnTo))}">Sign in</a></p>`,
    ],
  });

/** Returns the page for a person who signed in from no document. Its header has a button to sign out. */
export const signedInPage = (visitor: Parameters<typeof sessionOf>[0], address: string): HttpResponse =>
  messagePage({
    status: 200,
    title: 'You are signed in',
    address,
    content: [
      html`<p>Open the address of a document to read it, or see the documents that you may read.</p>`,
      html`<p class="actions"><a class="button primary" href="${linkTo(pages.console.path)}">To the documents</a></p>`,
    ],
    session: sessionOf(visitor),
  });

export const signedOutPage = (): HttpResponse =>
  messagePage({
    status: 200,
    title: 'You are signed out',
    address: pages.signedOut.path,
    content: [html`<p><a class="button" href="${linkTo(pages.signIn.path)}">Sign in again</a></p>`],
  });

/**
 * Returns the page that leads a person from the sign-out here to the sign-out at the provider. A redirect would not work: browsers check
 * redirects against `form-action` of the page with the form (https://github.com/w3c/webappsec-csp/issues/8).
 */
export function signingOutPage({ href }: URL): HttpResponse {
  const response = messagePage({
    status: 200,
    title: 'You are signed out here',
    address: pages.signedOut.path,
    content: [html`<p><a class="button" href="${href}">Sign out of your identity provider too</a></p>`],
  });
  response.headers.Refresh = `0; url=${href}`;
  return response;
}
