import type { MailStatus } from '../../contract/enumerations.ts';
import { ulid } from '../../contract/identifiers.ts';
import { shareMessageMaxCharacters } from '../../contract/limits.ts';
import { pages } from '../../contract/pages.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { CountedShare } from '../../data/shares/countedShares.ts';
import { hasEnded } from '../../data/shares/ends.ts';
import { listShares } from '../../data/shares/shares.ts';
import { sendsMail } from '../../mail/prepareMail.ts';
import { documentPath, linkTo, pathOf } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { t } from '../../words/words.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { dateAndTime } from './words.ts';

const sharesShown = 20;

/** The anchor of this section in the document's page. */
export const sharesAnchor = 'shares';

/**
 * Returns the section with the shares of a document and the time of each last reading. Forms in it share the document, mail a share again,
 * and withdraw a share. Returns null for visitors who do not manage the document.
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
  // With a malformed place, the section begins with the newest share.
  const { items, next } = await listShares(id, ulid.safeParse(after).data, sharesShown, now);
  return html`<section class="shares" id="${sharesAnchor}" aria-labelledby="shares-title">
<h2 id="shares-title">${t('shares.title')}</h2>
${
  items.length === 0
    ? html`<p class="changes">${t(after === undefined ? 'shares.none' : 'shares.noMore')}</p>`
    : html`<ol role="list">
${items.map((share) => row(share, now))}
</ol>`
}
${
  next !== undefined &&
  html`<p class="paging"><a class="quiet" rel="next" href="${linkTo(documentPath(id, { shares_after: next }))}#${sharesAnchor}">${t('shares.earlier')}</a></p>`
}
${shareForm(id)}
</section>
`;
}

const mailInWords = {
  none: null,
  queued: 'share.mailQueued',
  held: 'share.mailHeld',
  sent: 'share.mailSent',
  delivered: 'share.mailDelivered',
  bounced: 'share.mailBounced',
  refused: 'share.mailRefused',
} as const satisfies Record<MailStatus, WordKey | null>;

function row(share: CountedShare, now: number): Html {
  const { document_id, id, email, expires_at, read, mail } = share;
  const mailed = mailInWords[mail];
  return html`<li>
<p class="name"><bdi>${email}</bdi></p>
<p class="when">${read ? phrase('share.lastRead', { time: dateAndTime(read.last_read_at), count: read.reads }) : t('share.notRead')}</p>
${mailed && html`<p class="when">${t(mailed)}</p>`}
${expires_at !== null && html`<p class="changes">${phrase(hasEnded(share, now) ? 'share.ended' : 'share.ends', { time: dateAndTime(expires_at) })}</p>`}
<form method="post" action="${linkTo(pathOf(pages.documentSharing, { document_id }))}">
${sendsMail() && !hasEnded(share, now) && sendButton(share)}<button class="quiet" name="withdraw" value="${id}">${t('share.withdraw')}<span class="hidden">${t('share.withdrawFrom', { email })}</span></button>
</form>
</li>
`;
}

const sendButton = ({ id, email, mail }: CountedShare): Html =>
  html`<button class="quiet" name="send" value="${id}">${t(mail === 'none' ? 'share.send' : 'share.sendAgain')}<span class="hidden">${t('share.sendTo', { email })}</span></button>\n`;

/** The fields of the form, as the person filled them in. */
export interface Filled {
  readonly email: string;
  /** The last day, in UTC, as a date field sends it. Empty if the share does not end. */
  readonly until: string;
  readonly message: string;
  readonly sendsMail: boolean;
  /** Whether the person who shares gets a mail about the first reading. */
  readonly notifiesMe: boolean;
}

const nothingFilled: Filled = { email: '', until: '', message: '', sendsMail: true, notifiesMe: false };

/** Returns the form that shares a document. */
export const shareForm = (
  document_id: DocumentItem['id'],
  filled: Filled = nothingFilled,
): Html => html`<form class="share" method="post" action="${linkTo(pathOf(pages.documentSharing, { document_id }))}">
<p><label for="share-email">${t('sharing.email')}</label>
<input id="share-email" name="email" type="email" required maxlength="320" autocomplete="off" value="${filled.email}"></p>
<p><label for="share-until">${t('sharing.lastDay')}</label>
<input id="share-until" name="until" type="date" value="${filled.until}"></p>
${sendsMail() && mailFields(filled)}<p class="changes">${t(sendsMail() ? 'sharing.passOnWithoutMail' : 'sharing.passOn')}</p>
<p><button class="button">${t('sharing.share')}</button></p>
</form>`;

const mailFields = ({
  message,
  sendsMail,
  notifiesMe,
}: Filled): Html => html`<p><label for="share-message">${t('sharing.message')}</label>
<textarea id="share-message" name="message" rows="3" maxlength="${shareMessageMaxCharacters}" dir="auto">${message}</textarea></p>
<p>${checkbox('send_mail', sendsMail, t('sharing.sendMail'))}
${checkbox('notify_me', notifiesMe, t('sharing.notifyMe'))}</p>
`;

const checkbox = (name: string, isChecked: boolean, label: string): Html =>
  html`<label><input name="${name}" type="checkbox" value="true"${isChecked && html` checked`}> ${label}</label>`;
