import { html, trusted } from '../../../shared/text/html.ts';
import { type LocalPerson, people, strangers } from '../people.ts';

/** The form to sign in as anybody. `action`: the URL of this page, which the form posts to. */
export const signInPage = (action: string): string =>
  page(
    'Who are you?',
    html`<p>This is the identity provider of the local stage. It asks for no password.</p>
<form method="post" action="${action}">
<h2 id="accounts">People with an account</h2>
<ul aria-labelledby="accounts">${Object.values(people).map(choice)}</ul>
<h2 id="strangers">People whom the service refuses</h2>
<ul aria-labelledby="strangers">${Object.values(strangers).map(choice)}</ul>
</form>
<form method="post" action="${action}">
<h2>Sign in with an address</h2>
<p>If you have no account, but received the link to a document or an invitation, prove your address with a code.</p>
<p><label for="address">E-mail address</label> <input id="address" name="address" type="email" required autocomplete="email">
<button>Send a code</button></p>
</form>
<form method="post" action="${action}"><p><button>Cancel</button></p></form>`,
  );

/** The form for the code sent to an address. No mail is sent here, so the page shows the code. */
export const codePage = (action: string, address: string, code: string, isWrong: boolean): string =>
  page(
    'Enter the code',
    html`<p>On AWS, <strong>${address}</strong> would receive this mail:</p>
<blockquote>Your one-time code is <code>${code}</code>.</blockquote>
${isWrong ? html`<p role="alert">The code is wrong.</p>` : null}
<form method="post" action="${action}">
<input name="address" type="hidden" value="${address}">
<p><label for="code">Code</label> <input id="code" name="code" required autofocus autocomplete="one-time-code" inputmode="numeric">
<button>Sign in</button></p>
</form>
<form method="post" action="${action}"><p><button>Cancel</button></p></form>`,
  );

const choice = ({ name, email }: LocalPerson) =>
  html`<li><button name="email" value="${email}"><strong>${name}</strong> ${email}</button></li>`;

/** @param form the provider's form, without a button */
export const signOutPage = (form: string): string =>
  page(
    'Sign out?',
    html`<p>This is the identity provider of the local stage. It still knows who you are.</p>
${trusted(form)}
<p><button form="op.logoutForm" name="logout" value="yes">Sign out</button></p>`,
  );

export const signedOutPage = (): string => page('Signed out', html`<p>You can close this page.</p>`);

export const errorPage = (error: string, description: string | undefined): string =>
  page('Something went wrong', html`<p><code>${error}</code> ${description}</p>`);

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 3rem auto; padding: 0 1.25rem; }
ul { list-style: none; padding: 0; }
li button { width: 100%; margin-bottom: .5rem; text-align: start; }
button, input { font: inherit; box-sizing: border-box; padding: .6rem .9rem; min-height: 2.75rem; }
`;

const page = (title: string, body: ReturnType<typeof html>): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`.markup;
