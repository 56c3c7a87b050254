import { pages } from '../../contract/pages.ts';
import type { ShareItem } from '../../data/shares/shareItems.ts';
import { linkTo, pathOf } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { presentNames } from './presentNames.ts';
import { endInWords, ofItsOwn } from './words.ts';

/**
 * Returns the note for a reader with a share: who shared the document, the end of the share, and the message. Returns null without a share.
 */
export async function sharedWithReader({ share }: Pick<Reader, 'share'>): Promise<Html | null> {
  if (!share) return null;
  const { message, expires_at, time_zone } = share;
  const { name } = (await presentNames([share.created_by]))(share.created_by);
  const sharer = html`<bdi ${ofItsOwn(name)}>${name}</bdi>`;
  return html`<div class="note shared">
<p>${
    expires_at === null
      ? phrase('shared.withYou', { name: sharer })
      : phrase('shared.withYouUntil', { name: sharer, time: endInWords(expires_at, time_zone) })
  }</p>
${message !== '' && html`<p class="description" ${ofItsOwn(message)}>${message}</p>`}
${endForm(share)}
</div>`;
}

/** Returns the form that ends the share. The reader opens it first, because only people who manage the document can share it again. */
const endForm = ({ document_id, id }: ShareItem): Html => html`<details>
<summary>${t('shared.end')}</summary>
<form method="post" action="${linkTo(pathOf(pages.documentSharing, { document_id }))}">
<p>${t('shared.endText')}</p>
<p><button class="quiet" name="end" value="${id}">${t('shared.end')}</button></p>
</form>
</details>`;
