import type { CurrentAttachment } from '../../data/policies/currentNames.ts';
import { type Retention, retentionsOf } from '../../policies/retention.ts';
import { type Html, html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { t } from '../../words/words.ts';
import { phraseOf } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { dateAndTime, ofItsOwn } from './words.ts';

/**
 * Returns the section with the policies that prevent deletion, and with the end of each retention. Returns null without such policies, and
 * for visitors who do not manage the document. Retention also binds managers.
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
<h2 id="retention-title">${t('retention.title')}</h2>
<p><strong>${until(last, 'retention.until', 'retention.hold', 'retention.unknownRule')}</strong> ${t('retention.you')}</p>
<ul role="list">
${retentions.map(row)}
</ul>
</section>`;
}

const row = (one: Retention): Html => html`<li>
<p class="name" ${ofItsOwn(one.policy.name)}>${one.policy.name}</p>
<p class="changes">${until(one, 'retention.kept', 'retention.keptByHold', 'retention.keptByUnknownRule')}${!one.isLocked && t('retention.ownerOnly')}</p>
${one.isLocked && !one.isUnknown && html`<p class="changes">${until(one, 'retention.locked', 'retention.lockedByHold', 'retention.keptByUnknownRule')}</p>`}
</li>
`;

/** Returns the sentence about the end of a retention, or about a legal hold or an unknown rule, which have no end. */
const until = (
  { untilMilliseconds, isUnknown }: Retention,
  untilTime: WordKey,
  byHold: WordKey,
  byUnknownRule: WordKey,
): Html => {
  const locked = html`<strong>${t('retention.lockedWord')}</strong>`;
  if (isUnknown) return phraseOf(byUnknownRule, {});
  return Number.isFinite(untilMilliseconds)
    ? phraseOf(untilTime, { locked, time: dateAndTime(new Date(untilMilliseconds).toISOString()) })
    : phraseOf(byHold, { locked });
};
