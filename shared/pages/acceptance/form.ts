import { pages } from '../../contract/pages.ts';
import { nameOfTexts } from '../../data/reading/acknowledgements.ts';
import type { Acknowledgement } from '../../policies/ruleKinds.ts';
import { documentPath, linkTo, pathOf } from '../../presentation/links.ts';
import { ofItsOwn } from '../document/words.ts';
import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page.ts';
import { type Subject, subject } from './subject.ts';

interface Asked {
  readonly document: Subject;
  readonly pending: readonly Acknowledgement[];
  readonly request: PageRequest;
  /** Whether the visitor sees the names of policies. */
  readonly isColleague: boolean;
  /** The path that the reader asked for. */
  readonly returnTo: string;
}

/** Returns the texts to accept, one button and a link to decline. The form names the texts that were shown. */
export function acceptanceForm({ document, pending, request, isColleague, returnTo }: Asked): Html[] {
  const { path, query, visitor } = request;
  const action = pathOf(pages.acknowledgement, path, {
    texts: nameOfTexts(pending),
    return_to: returnTo,
    as: query.as,
  });
  const [these, them] = pending.length === 1 ? ['this text', 'it'] : ['these texts', 'them'];
  const decline = documentPath(document.id, { show: 'declined', as: query.as });
  return [
    subject(document),
    html`<p>${askedBy(document)} ${these} before you read the document. You can read it once you accept ${them}.</p>`,
    ...pending.map(
      ({ policy, text }, index) => html`<section class="terms" aria-labelledby="terms-${index}">
<h2 id="terms-${index}" ${isColleague && ofItsOwn(policy.name)}>${isColleague ? policy.name : `Text ${index + 1}`}</h2>
<p ${ofItsOwn(text)}>${text}</p>
</section>`,
    ),
    html`<form method="post" action="${linkTo(action)}">
<p class="recorded">${
      visitor
        ? html`If you accept, the service records your name, the time and the text. If you decline, it stores nothing.`
        : html`If you accept, the service records the time and the text. You are not signed in, so it remembers this by a cookie, and a browser that refuses cookies cannot show the document. If you decline, it stores nothing.`
    }</p>
<p class="actions"><button class="button primary">Accept and read</button>
<a class="button" rel="nofollow" href="${linkTo(decline)}">Decline</a></p>
</form>`,
  ];
}

const askedBy = ({ organization_name }: Subject): Html =>
  organization_name
    ? html`<bdi>${organization_name}</bdi> asks you to accept`
    : html`You are asked to accept`;
