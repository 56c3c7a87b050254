import { policiesWithRulesMax } from '../../contract/limits.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { CurrentAttachment } from '../../data/policies/currentNames.ts';
import { hasTooManyPolicies, isNotUnderstood } from '../../policies/combine.ts';
import { asksFor } from '../../policies/ruleKinds.ts';
import { documentPath, linkTo } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { inWords, listed, t } from '../../words/words.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { ofItsOwn } from './words.ts';

/**
 * Returns the section with the rules that bind readers, for visitors who manage the document; null for other visitors, and without rules.
 * @param pagesLackingLetters the numbers of the pages of which readers get pictures without some letters
 */
export function governance(
  { id }: DocumentItem,
  attachments: readonly CurrentAttachment[],
  { mayManage, isPreview }: Reader,
  pagesLackingLetters: readonly number[],
): Html | null {
  if (!mayManage || isPreview) return null;
  const binding = attachments
    .map((attachment) => ({
      name: attachment.policy.name,
      asks: asksFor(attachment, Date.now(), { binds: 'readers' }),
    }))
    .filter(({ asks }) => asks.length > 0);
  const areTooMany = hasTooManyPolicies(attachments);
  const isUnknown = isNotUnderstood(attachments);
  if (binding.length === 0 && !areTooMany) return null;
  return html`<section class="governance" aria-labelledby="governance-title">
<h2 id="governance-title">${t('governance.title')}</h2>
<ul role="list">
${binding.map(
  ({ name, asks }) =>
    html`<li><p class="name" ${ofItsOwn(name)}>${name}</p><p class="changes">${listed(asks.map(inWords))}</p></li>`,
)}
</ul>
${
  isUnknown &&
  html`<p class="note">${phrase('governance.unknownRuleText', { closed: html`<strong>${t('governance.tooMany')}</strong>` })}</p>
`
}${
  areTooMany &&
  html`<p class="note">${phrase('governance.tooManyText', { closed: html`<strong>${t('governance.tooMany')}</strong>`, max: policiesWithRulesMax })}</p>
`
}${
  pagesLackingLetters.length > 0 &&
  html`<p class="note">${t('governance.lettersMissing', { count: pagesLackingLetters.length, pages: someOf(pagesLackingLetters) })}</p>
`
}<p class="changes">${t('governance.text')}</p>
<p class="paging"><a class="quiet" href="${linkTo(documentPath(id, { as: 'reader' }))}">${t('governance.asReader')}</a></p>
</section>`;
}

const pagesNamed = 20;

const someOf = (pages: readonly number[]): string =>
  listed([...pages.slice(0, pagesNamed).map(String), ...(pages.length > pagesNamed ? ['…'] : [])]);
