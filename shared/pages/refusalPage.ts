import type { Principal } from '../access/principal.ts';
import { policiesWithRulesMax } from '../contract/limits.ts';
import type { HttpResponse } from '../http/response.ts';
import { addressProofDays } from '../policies/decide.ts';
import { documentPath } from '../presentation/links.ts';
import { acceptanceForm } from './acceptance/form.ts';
import type { Subject } from './acceptance/subject.ts';
import { offerAnotherAddress } from './anotherAddress.ts';
import { dateAndTime, ofItsOwn } from './document/words.ts';
import { type Html, html } from './html.ts';
import { sessionOf } from './layout.ts';
import { messagePage } from './messagePage.ts';
import type { PageRequest } from './page.ts';
import type { WhyNot } from './policyRefusal.ts';
import { previewNote } from './previewNote.ts';

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
  readonly document: Subject;
  /** True for a manager who previews a reader's view. */
  readonly isPreview: boolean;
  /** The visitor if they may know the names of policies; null otherwise. */
  readonly colleague: Principal | null;
  /** The path that the reader asked for. */
  readonly returnTo: string;
}

/**
 * Returns the page that says why a policy refuses a reader, and what the reader can do. It names the document only with a text to accept,
 * and shows nothing else of it.
 */
export async function refusalPage(refused: Refused): Promise<HttpResponse> {
  const { why, request, document, isPreview, returnTo } = refused;
  const address = documentPath(document.id);
  const label = why.reason === 'address_not_proven' ? 'Sign in again' : undefined;
  return messagePage({
    status: 403,
    title: titles[why.reason],
    address,
    session: request.visitor ? sessionOf(request.visitor) : { signInFrom: returnTo },
    content: [
      ...reasons(refused),
      ...(await offerAnotherAddress(request, returnTo, label)),
      isPreview ? previewNote(address) : null,
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
        html`<p>Reading ended on <strong>${dateAndTime(new Date(why.endedAtMilliseconds).toISOString())}</strong>${colleague && html`, by the policy ${name}`}.</p>`,
        html`<p>If you still need the document, ask the person who gave you the link.</p>`,
      ];
    case 'acknowledge':
      return acceptanceForm({ ...refused, pending: why.pending, isColleague: colleague !== null });
    case 'view_only':
      return [html`<p>${policy} shows this document page by page and does not allow downloads.</p>`];
    case 'watermark':
      return [html`<p>${policy} does not allow downloads without a watermark.</p>`];
  }
}
