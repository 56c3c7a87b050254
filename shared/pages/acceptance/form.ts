import { pages } from '../../contract/pages.ts';
import { shownLine } from '../../contract/shownText.ts';
import { nameOfTexts } from '../../data/reading/acknowledgements.ts';
import { type Acknowledgement, policyOf } from '../../policies/ruleKinds.ts';
import { documentPath, linkTo, pathOf } from '../../presentation/links.ts';
import type { Content } from '../../reading/content.ts';
import type { ContentStanding } from '../../reading/standing.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { ofItsOwn } from '../document/words.ts';
import type { PageRequest } from '../page.ts';
import { phrase } from '../phrase.ts';
import { type Subject, subject } from './subject.ts';

interface Asked {
  readonly standing: ContentStanding<Content>;
  readonly pending: readonly Acknowledgement[];
  readonly request: PageRequest;
  /** The path of the page that the reader wanted to open. */
  readonly returnTo: string;
}

/** Returns the texts to accept, with one button and a link to decline. The form names the texts, so that exactly these are accepted. */
export function acceptanceForm({ standing, pending, request, returnTo }: Asked): Html[] {
  const { namesPolicy } = standing;
  const { document, organization } = standing.loaded;
  const { path, query, visitor } = request;
  const action = pathOf(pages.acknowledgement, path, {
    room: query.room,
    texts: nameOfTexts(pending),
    return_to: returnTo,
    as: query.as,
  });
  const decline = documentPath(document.id, { room: query.room, show: 'declined', as: query.as });
  return [
    subject(document, organization),
    html`<p>${asked(document, pending.length)}</p>`,
    ...termsOf(pending, namesPolicy),
    html`<form method="post" action="${linkTo(action)}">
<p class="recorded">${t(visitor ? 'accept.recorded' : 'accept.recordedByCookie')}</p>
<p class="actions"><button class="button primary">${t('accept.accept')}</button>
<a class="button" rel="nofollow" href="${linkTo(decline)}">${t('accept.decline')}</a></p>
</form>`,
  ];
}

const asked = ({ organization_name }: Subject, count: number): Html =>
  organization_name
    ? phrase('accept.askedBy', { organization: html`<bdi>${organization_name}</bdi>`, count })
    : phrase('accept.asked', { count });

/** Returns the texts to accept. */
export const termsOf = (pending: readonly Acknowledgement[], namesPolicy: boolean): Html[] =>
  pending.map(({ source, text }, index) => {
    const name = namesPolicy ? policyOf(source)?.name : undefined;
    return html`<section class="terms" aria-labelledby="terms-${index}">
<h2 id="terms-${index}" ${name !== undefined && ofItsOwn(name)}>${name === undefined ? t('accept.text', { number: String(index + 1) }) : shownLine(name)}</h2>
<p ${ofItsOwn(text)}>${text}</p>
</section>`;
  });
