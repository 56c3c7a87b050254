import type { VersionId } from '../../contract/identifiers.ts';
import type { StampedCopy } from '../../data/reading/stampedCopies.ts';
import type { HttpResponse } from '../../http/response.ts';
import type { LackedKind } from '../../pdf/copies/kinds.ts';
import { linkTo, versionPath } from '../../presentation/links.ts';
import type { Content, Current } from '../../reading/content.ts';
import { copyRetrySeconds } from '../../reading/stampedCopy.ts';
import { type Html, html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { listed, t } from '../../words/words.ts';
import { subject } from '../acceptance/subject.ts';
import { htmlResponse, sessionOf } from '../layout.ts';
import type { Reader } from '../readablePage.ts';
import { lookOf } from './look.ts';
import { waiting } from './unfinished.ts';

/** A version that is ready. */
type Version = { readonly id: VersionId };

/** Returns the placeholder for the viewer while a reader's copy is being made. */
export const copyIsPrepared = (again: string) => ({
  view: waiting(t('unfinished.preparing'), t('copy.making'), again),
  refreshSeconds: copyRetrySeconds,
});

/** Returns the answer to a request for the file while the copy is being made. The page reloads itself until the answer is the file. */
export const preparingPage = (
  { document, organization }: Pick<Current<Content>, 'document' | 'organization'>,
  version: Version,
  reader: Reader,
): HttpResponse =>
  htmlResponse({
    title: t('copy.preparing'),
    isIndexed: false,
    ...lookOf(organization),
    address: versionPath(document.id, version.id, reader.inRoom),
    ...(reader.visitor && { session: sessionOf(reader.visitor) }),
    refreshSeconds: copyRetrySeconds,
    main: html`<div class="message">
<h1>${t('copy.preparing')}</h1>
${subject(document, organization)}
<p>${t('copy.preparingText')}</p>
<p><a href="${linkTo(versionPath(document.id, version.id, reader.as))}">${t('document.back')}</a></p>
</div>`,
  });

/** What a copy does not have because no watermark can mark it. */
const missing = {
  xfa: 'copy.without.xfa',
  media: 'copy.without.media',
  private_data: 'copy.without.privateData',
  thumbnails: 'copy.without.thumbnails',
  actions: 'copy.without.actions',
} as const satisfies Record<Exclude<LackedKind, 'form' | 'notes'>, WordKey>;

/** Returns the note that this is a copy, with what only the original has. */
export function aboutCopy({ lacks }: StampedCopy): Html {
  const { signatures = 0, attachments = 0, kinds = [] } = lacks ?? {};
  const without = Object.entries(missing).flatMap(([kind, key]) => (kinds.includes(kind) ? [t(key)] : []));
  return html`<p class="note">${t('copy.about')}${signatures > 0 && t('copy.signatures', { count: signatures })}${
    kinds.includes('form') && t('copy.form')
  }${kinds.includes('notes') && t('copy.notes')}${attachments > 0 && t('copy.attachments', { count: attachments })}${
    without.length > 0 && t('copy.without', { what: listed(without) })
  }</p>`;
}
