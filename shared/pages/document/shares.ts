import { ulid } from '../../contract/identifiers.ts';
import { pages } from '../../contract/pages.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { type CountedShare, hasEnded, listShares } from '../../data/documents/shares.ts';
import { documentPath, linkTo, pathOf } from '../../presentation/links.ts';
import { counted } from '../../text/words.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from '../readablePage.ts';
import { dateAndTime } from './words.ts';

const sharesShown = 20;

/** The anchor of the section in its page. */
export const sharesAnchor = 'shares';

/**
 * Returns the section with the shares of a document, the time of each last reading, and the forms to share and to withdraw; null for
 * visitors who do not manage the document.
 *
 * @param after the place in the list where the section begins. Default: the newest share
 */
export async function shares(
  { id }: DocumentItem,
  { mayManage, isPreview }: Pick<Reader, 'mayManage' | 'isPreview'>,
  after: string | undefined,
): Promise<Html | null> {
  if (!mayManage || isPreview) return null;
  const now = Date.now();
  // A malformed place is ignored: the section begins with the newest share.
  const { items, next } = await listShares(id, ulid.safeParse(after).data, sharesShown, now);
  return html`<section class="shares" id="${sharesAnchor}" aria-labelledby="shares-title">
<h2 id="shares-title">Shared with</h2>
${
  items.length === 0
    ? html`<p class="changes">${after === undefined ? 'This document is shared with nobody by name.' : 'There are no more.'}</p>`
    : html`<ol role="list">
${items.map((share) => row(share, now))}
</ol>`
}
${
  next !== undefined &&
  html`<p class="paging"><a class="quiet" rel="next" href="${linkTo(documentPath(id, { shares_after: next }))}#${sharesAnchor}">Earlier shares</a></p>`
}
${shareForm(id)}
</section>
`;
}

function row(share: CountedShare, now: number): Html {
  const { document_id, id, email, expires_at, read } = share;
  const ends = expires_at !== null && dateAndTime(expires_at);
  return html`<li>
<p class="name"><bdi>${email}</bdi></p>
<p class="when">${read ? html`Last read on ${dateAndTime(read.last_read_at)}, ${counted(read.reads, 'reading')}` : 'Not read yet'}</p>
${ends && html`<p class="changes">${hasEnded(share, now) ? 'Ended' : 'Ends'} on ${ends}</p>`}
<form method="post" action="${linkTo(pathOf(pages.documentSharing, { document_id }))}">
<input type="hidden" name="withdraw" value="${id}">
<button class="quiet">Withdraw<span class="hidden"> the share with ${email}</span></button>
</form>
</li>
`;
}

/** The fields of the form, as somebody filled them in. */
export interface Filled {
  readonly email: string;
  /** The last day, in UTC, as a date field sends it. Empty if the share does not end. */
  readonly until: string;
}

/** Returns the form that shares a document. */
export const shareForm = (
  document_id: DocumentItem['id'],
  { email, until }: Filled = { email: '', until: '' },
): Html => html`<form class="share" method="post" action="${linkTo(pathOf(pages.documentSharing, { document_id }))}">
<p><label for="share-email">E-mail address of a reader</label>
<input id="share-email" name="email" type="email" required maxlength="320" autocomplete="off" value="${email}"></p>
<p><label for="share-until">Last day, in UTC (optional)</label>
<input id="share-until" name="until" type="date" value="${until}"></p>
<p class="changes">The service sends no mail: pass on the address of this page yourself. The reader signs in with this address, and needs no account. Policies apply.</p>
<p><button class="button">Share</button></p>
</form>`;
