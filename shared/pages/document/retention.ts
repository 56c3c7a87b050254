import type { CurrentAttachment } from '../../data/policies/currentNames.ts';
import { type Retention, retentionsOf } from '../../policies/retention.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from '../readablePage.ts';
import { dateAndTime, ofItsOwn } from './words.ts';

/**
 * Returns the section with the policies that prevent deletion, and until when. null if there are none, and for visitors who do not manage
 * the document. Retention binds managers too.
 */
export function retention(
  attachments: readonly CurrentAttachment[],
  { mayManage, isPreview }: Pick<Reader, 'mayManage' | 'isPreview'>,
): Html | null {
  if (!mayManage || isPreview) return null;
  const retentions = retentionsOf(attachments, Date.now());
  const [last] = retentions;
  if (!last) return null;
  return html`<section class="retention" aria-labelledby="retention-title">
<h2 id="retention-title">Retention</h2>
<p><strong>Nobody can delete this document ${until(last)}.</strong> This includes you.</p>
<ul role="list">
${retentions.map(row)}
</ul>
</section>`;
}

const row = (one: Retention): Html => html`<li>
<p class="name" ${ofItsOwn(one.policy.name)}>${one.policy.name}</p>
<p class="changes">Kept ${until(one)}${!one.isLocked && '. Only an owner can end or shorten this'}</p>
${one.isLocked && html`<p class="changes"><strong>Locked</strong> ${until(one)}: from 24 hours after locking, not even an owner can end or shorten this</p>`}
</li>
`;

const until = ({ untilMilliseconds }: Retention): Html =>
  Number.isFinite(untilMilliseconds)
    ? html`until ${dateAndTime(new Date(untilMilliseconds).toISOString())}`
    : html`as long as its legal hold lasts`;
