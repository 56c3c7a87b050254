import type { DocumentItem } from '../../data/documents/documents.ts';
import { type EarlierTextItem, listEarlierTexts } from '../../data/documents/earlierTexts.ts';
import { createdAt } from '../../data/table/ids.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { presentNames } from './presentNames.ts';
import { dateAndTime, ofItsOwn } from './words.ts';

/** The page shows only the latest texts. The API lists all of them. */
const textsShown = 10;

/**
 * Returns the section with the titles and descriptions that were replaced while a policy kept the document; null without such texts, and
 * for visitors who do not manage the document.
 */
export async function earlierTexts(
  document: DocumentItem,
  { mayManage, isPreview }: Pick<Reader, 'mayManage' | 'isPreview'>,
): Promise<Html | null> {
  if (!document.has_earlier_texts || !mayManage || isPreview) return null;
  const { items, next } = await listEarlierTexts(document.id, undefined, textsShown);
  const named = await presentNames(items.map(({ replaced_by }) => replaced_by));
  return html`<section class="earlier" id="earlier-texts" aria-labelledby="earlier-texts-title">
<h2 id="earlier-texts-title">${t('earlier.title')}</h2>
<ol role="list">
${items.map((item) => row({ ...item, replaced_by: named(item.replaced_by) }))}
</ol>
${next && html`<p class="changes">${t('earlier.api')}</p>`}
<p class="changes">${t('earlier.text')}</p>
</section>
`;
}

const row = ({ id, version, title, description, replaced_by }: EarlierTextItem): Html => html`<li>
<p class="of">${version ? t('version.label', { number: String(version.number) }) : t('earlier.document')}</p>
${title && html`<p class="name" ${ofItsOwn(title)}>${title}</p>`}
${description && html`<p class="description" ${ofItsOwn(description)}>${description}</p>`}
${!title && !description && html`<p class="changes">${t('earlier.empty')}</p>`}
<p class="when">${phrase('earlier.replaced', { time: dateAndTime(createdAt(id)), name: html`<bdi ${ofItsOwn(replaced_by.name)}>${replaced_by.name}</bdi>` })}</p>
</li>
`;
