import { policiesWithRulesMax } from '../contract/limits.ts';
import type { HttpResponse } from '../http/response.ts';
import { addressProofDays } from '../policies/decide.ts';
import { type Acknowledgement, type PolicyRef, policyOf } from '../policies/ruleKinds.ts';
import { documentPath } from '../presentation/links.ts';
import type { Content } from '../reading/content.ts';
import type { WhyNot } from '../reading/policyRefusal.ts';
import type { ContentStanding } from '../reading/standing.ts';
import { type Html, html } from '../text/html.ts';
import type { WordKey } from '../words/worded.ts';
import { t } from '../words/words.ts';
import { acceptanceForm } from './acceptance/form.ts';
import { offerAnotherAddress } from './anotherAddress.ts';
import { roomQuery } from './askingOf.ts';
import { lookOf } from './document/look.ts';
import { dateAndTime, ofItsOwn } from './document/words.ts';
import { sessionOf } from './layout.ts';
import { messagePage } from './messagePage.ts';
import type { PageRequest } from './page.ts';
import { phrase } from './phrase.ts';
import { previewNote } from './previewNote.ts';

const titles = {
  too_many_policies: 'refusal.tooMany',
  unknown_rule: 'refusal.tooMany',
  not_allowed: 'refusal.notAllowed',
  address_not_proven: 'refusal.notProven',
  expired: 'refusal.expired',
  acknowledge: 'refusal.acknowledge',
  view_only: 'refusal.noDownload',
  watermark: 'refusal.noDownload',
} as const satisfies Record<WhyNot['reason'], WordKey>;

/** A request that a policy or a way refuses. */
interface Refused {
  readonly why: WhyNot;
  readonly standing: ContentStanding<Content>;
  readonly request: PageRequest;
  /** The path of the page that the reader wanted to open. */
  readonly returnTo: string;
}

/**
 * Returns the page that says why a policy refuses a reader, and what the reader can do. The page shows nothing of the document, except its
 * title and organization if the reader must accept a text.
 */
export async function refusalPage(refused: Refused): Promise<HttpResponse> {
  const { why, standing, request, returnTo } = refused;
  const address = documentPath(standing.loaded.document.id, roomQuery(request.query));
  const label = why.reason === 'address_not_proven' ? t('proof.again') : undefined;
  // Only a reader who must accept a text learns which document and organization this is.
  const look = why.reason === 'acknowledge' ? lookOf(standing.loaded.organization) : undefined;
  return messagePage({
    status: 403,
    look,
    title: t(titles[why.reason]),
    address,
    session: request.visitor ? sessionOf(request.visitor) : { signInFrom: returnTo },
    content: [
      ...reasonsOf(why, standing.namesPolicy, (pending) =>
        acceptanceForm({ standing, pending, request, returnTo }),
      ),
      ...(await offerAnotherAddress(request, returnTo, label)),
      standing.isPreview ? previewNote(address) : null,
    ],
  });
}

/**
 * Returns what a page says about a refusal.
 *
 * @param form returns the texts to accept, with their form
 */
export function reasonsOf(
  why: WhyNot,
  namesPolicy: boolean,
  form: (pending: readonly Acknowledgement[]) => Html[],
): Html[] {
  const source = policyOf(why.source);
  const name = source && namesPolicy ? policyName(source) : undefined;
  const other = t(source ? 'refusal.aPolicy' : 'refusal.yourAccess');
  const policy = name ? phrase('refusal.thePolicy', { name }) : other;
  switch (why.reason) {
    case 'too_many_policies':
      return [
        html`<p>${
          name
            ? phrase('refusal.tooManyTextNamed', { max: policiesWithRulesMax, name })
            : t('refusal.tooManyText', { max: policiesWithRulesMax })
        }</p>`,
        html`<p>${t('refusal.tooManyMore')}</p>`,
      ];
    case 'unknown_rule':
      return [
        html`<p>${phrase('refusal.unknownRuleText', { policy })}</p>`,
        html`<p>${t('refusal.unknownRuleMore')}</p>`,
      ];
    case 'not_allowed':
      return [
        html`<p>${phrase('refusal.notAllowedText', { policy })}</p>`,
        html`<p>${t('refusal.notAllowedMore')}</p>`,
      ];
    case 'address_not_proven':
      return [
        html`<p>${phrase('refusal.notProvenText', { policy, days: addressProofDays })}</p>`,
        html`<p>${t('refusal.notProvenMore')}</p>`,
      ];
    case 'expired': {
      const time = html`<strong>${dateAndTime(new Date(why.endedAtMilliseconds).toISOString())}</strong>`;
      return [
        html`<p>${name ? phrase('refusal.endedBy', { time, name }) : phrase('refusal.ended', { time })}</p>`,
        html`<p>${t('refusal.askSender')}</p>`,
      ];
    }
    case 'acknowledge':
      return form(why.pending);
    case 'view_only':
      return [html`<p>${phrase('refusal.viewOnlyText', { policy })}</p>`];
    case 'watermark':
      return [html`<p>${phrase('refusal.watermarkText', { policy })}</p>`];
  }
}

const policyName = ({ name }: PolicyRef): Html => html`<strong ${ofItsOwn(name)}>${name}</strong>`;
