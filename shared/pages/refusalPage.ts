import { policiesWithRulesMax } from '../contract/limits.ts';
import { pages } from '../contract/pages.ts';
import { nameOfTexts } from '../data/reading/acknowledgements.ts';
import type { HttpResponse } from '../http/response.ts';
import { addressProofDays } from '../policies/decide.ts';
import { linkTo, pathOf, signInAsAnotherPath } from '../presentation/links.ts';
import { dateInWords } from '../text/words.ts';
import { ofItsOwn } from './document/words.ts';
import { type Html, html } from './html.ts';
import { messagePage } from './messagePage.ts';
import type { PageRequest } from './page.ts';
import type { WhyNot } from './policyRefusal.ts';

const titles: Readonly<Record<WhyNot['reason'], string>> = {
  too_many_policies: 'This document cannot be read at present',
  not_allowed: 'This document is for other readers',
  address_not_proven: 'Sign in again to read this document',
  expired: 'This document can no longer be read',
  acknowledge: 'Before you read this document',
  view_only: 'This file cannot be downloaded',
  watermark: 'This file cannot be downloaded',
};

/**
 * Returns the page that says which policy refuses a reader, and what the reader can do. It shows nothing of the document.
 *
 * @param returnTo the path that the reader asked for
 */
export const refusalPage = (why: WhyNot, request: PageRequest, returnTo: string): HttpResponse =>
  messagePage({
    status: 403,
    title: titles[why.reason],
    session: request.visitor ? { signedInAs: request.visitor.user.name } : { signInFrom: returnTo },
    content: [...reasons(why, request, returnTo), backToManaging(request, returnTo)],
  });

function reasons(why: WhyNot, request: PageRequest, returnTo: string): (Html | null)[] {
  const policy = html`<strong ${ofItsOwn(why.policy.name)}>${why.policy.name}</strong>`;
  switch (why.reason) {
    case 'too_many_policies':
      return [
        html`<p>More than ${policiesWithRulesMax} policies with rules are attached to this document, ${policy} among them. The service cannot apply so many.</p>`,
        html`<p>Ask the person who gave you the link. The document’s creator or an owner or admin can detach some policies.</p>`,
      ];
    case 'not_allowed':
      return [
        html`<p>The policy ${policy} allows only certain readers, by their e-mail addresses, and yours is not among them.</p>`,
        html`<p>If you have another address, sign in with that address, or ask the person who gave you the link.</p>`,
        html`<p class="actions"><a class="button" href="${linkTo(signInAsAnotherPath(returnTo))}">Sign in as someone else</a></p>`,
      ];
    case 'address_not_proven':
      return [
        html`<p>The policy ${policy} allows readers by their e-mail addresses, and you have not proven yours for ${addressProofDays} days.</p>`,
        html`<p>Sign in to prove your address.</p>`,
        html`<p class="actions"><a class="button primary" href="${linkTo(signInAsAnotherPath(returnTo))}">Sign in again</a></p>`,
      ];
    case 'expired':
      return [
        html`<p>Reading ended on <strong>${dateInWords(new Date(why.endedAtMilliseconds))}</strong>, by the policy ${policy}.</p>`,
        html`<p>If you still need the document, ask the person who gave you the link.</p>`,
      ];
    case 'acknowledge':
      return form(why.pending, request, returnTo);
    case 'view_only':
      return [
        html`<p>The policy ${policy} shows this document page by page and does not allow downloads.</p>`,
      ];
    case 'watermark':
      return [html`<p>The policy ${policy} does not allow downloads without a watermark.</p>`];
  }
}

/** Shows the texts to accept and one button. The form names the texts that were shown. */
function form(
  pending: Extract<WhyNot, { readonly reason: 'acknowledge' }>['pending'],
  { path, query, visitor }: PageRequest,
  returnTo: string,
): Html[] {
  const action = pathOf(pages.acknowledgement, path, {
    texts: nameOfTexts(pending),
    return_to: returnTo,
    // A visitor who previews as a reader also accepts as one.
    as: query.as,
  });
  return [
    html`<p>Please read ${pending.length === 1 ? 'this text' : 'these texts'} and accept ${pending.length === 1 ? 'it' : 'them'} to go on.</p>`,
    ...pending.map(
      ({ policy, text }, index) => html`<section class="terms" aria-labelledby="terms-${index}">
<h2 id="terms-${index}" ${ofItsOwn(policy.name)}>${policy.name}</h2>
<p ${ofItsOwn(text)}>${text}</p>
</section>`,
    ),
    html`<form method="post" action="${linkTo(action)}">
<p class="recorded">${
      visitor
        ? html`The service records your name, the time and the text that you accept.`
        : html`The service records the time and the text that you accept. You are not signed in, so a cookie in this browser remembers it.`
    }</p>
<p class="actions"><button class="button primary">Accept and read</button></p>
</form>`,
  ];
}

/** Returns the link from a preview as a reader back to the visitor's own view. */
function backToManaging({ query }: PageRequest, returnTo: string): Html | null {
  if (query.as !== 'reader') return null;
  const [path = ''] = returnTo.split('?');
  return html`<p class="note">This is what a reader with your address sees. <a href="${linkTo(path)}">Back to your own view</a></p>`;
}
