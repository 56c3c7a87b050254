import type { Principal } from '../access/principal.ts';
import { policiesWithRulesMax } from '../contract/limits.ts';
import { pages } from '../contract/pages.ts';
import { nameOfTexts } from '../data/reading/acknowledgements.ts';
import type { HttpResponse } from '../http/response.ts';
import { addressProofDays } from '../policies/decide.ts';
import { linkTo, pathOf } from '../presentation/links.ts';
import { dateInWords } from '../text/words.ts';
import { offerAnotherAddress } from './anotherAddress.ts';
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

/** A request that a policy refuses. */
interface Refused {
  readonly why: WhyNot;
  readonly request: PageRequest;
  /** The visitor if they may know the names of policies; null otherwise. */
  readonly colleague: Principal | null;
  /** The path that the reader asked for. */
  readonly returnTo: string;
}

/** Returns the page that says why a policy refuses a reader, and what the reader can do. It shows nothing of the document. */
export async function refusalPage(refused: Refused): Promise<HttpResponse> {
  const { why, request, returnTo } = refused;
  const label = why.reason === 'address_not_proven' ? 'Sign in again' : undefined;
  return messagePage({
    status: 403,
    title: titles[why.reason],
    session: request.visitor ? { signedInAs: request.visitor.user.name } : { signInFrom: returnTo },
    content: [
      ...reasons(refused),
      ...(why.reason === 'acknowledge' ? [] : await offerAnotherAddress(request, returnTo, label)),
      backToManaging(request, returnTo),
    ],
  });
}

function reasons(refused: Refused): Html[] {
  const { why, colleague } = refused;
  const name = html`<strong ${ofItsOwn(why.policy.name)}>${why.policy.name}</strong>`;
  const policy = colleague ? html`The policy ${name}` : 'A policy';
  switch (why.reason) {
    case 'too_many_policies':
      return [
        html`<p>More than ${policiesWithRulesMax} policies with rules are attached to this document${colleague && html`, ${name} among them`}. The service cannot apply so many.</p>`,
        html`<p>Ask the person who gave you the link. The document’s creator or an owner or admin can detach some policies.</p>`,
      ];
    case 'not_allowed':
      return [
        html`<p>${policy} allows only certain readers, by their e-mail addresses, and yours is not among them.</p>`,
        html`<p>If you have another address, sign in with that address, or ask the person who gave you the link.</p>`,
      ];
    case 'address_not_proven':
      return [
        html`<p>${policy} allows readers by their e-mail addresses, and you have not proven yours for ${addressProofDays} days.</p>`,
        html`<p>Sign in again to prove this address, or sign in with another one.</p>`,
      ];
    case 'expired':
      return [
        html`<p>Reading ended on <strong>${dateInWords(new Date(why.endedAtMilliseconds))}</strong>${colleague && html`, by the policy ${name}`}.</p>`,
        html`<p>If you still need the document, ask the person who gave you the link.</p>`,
      ];
    case 'acknowledge':
      return form(why.pending, refused);
    case 'view_only':
      return [html`<p>${policy} shows this document page by page and does not allow downloads.</p>`];
    case 'watermark':
      return [html`<p>${policy} does not allow downloads without a watermark.</p>`];
  }
}

/** Shows the texts to accept and one button. The form names the texts that were shown. */
function form(
  pending: Extract<WhyNot, { readonly reason: 'acknowledge' }>['pending'],
  { request: { path, query, visitor }, colleague, returnTo }: Refused,
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
<h2 id="terms-${index}" ${colleague && ofItsOwn(policy.name)}>${colleague ? policy.name : `Text ${index + 1}`}</h2>
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
