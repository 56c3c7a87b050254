import type { ActorId, VersionId } from '../../contract/identifiers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import {
  countCopy,
  getStampedCopy,
  isLost,
  mayRequestCopy,
  noteSentAgain,
  requestCopy,
  type StampedCopy,
} from '../../data/reading/stampedCopies.ts';
import type { HttpResponse } from '../../http/response.ts';
import type { LackedKind } from '../../pdf/copies/kinds.ts';
import { linkTo, versionPath } from '../../presentation/links.ts';
import { tenantOf } from '../../queues/groups.ts';
import { sendPrepareCopy } from '../../queues/preparations.ts';
import { log } from '../../runtime/log.ts';
import { type Html, html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { listed, t } from '../../words/words.ts';
import { htmlResponse, sessionOf } from '../layout.ts';
import type { Reader } from '../readablePage.ts';
import { waiting } from './unfinished.ts';
import { nameAndAddress } from './watermarkFor.ts';

/** A version that is ready. */
type Version = { readonly id: VersionId };

/** Stands for a missing copy in the answer to HEAD. Only GET requests the copy. */
interface NotRequested {
  readonly lacks?: undefined;
  readonly refusal?: undefined;
}
const notRequested: NotRequested = {};

const refreshSeconds = 2;

/** Returns the reader for whom a copy is made; null for a visitor without an account. */
export const readerOf = ({ visitor }: Pick<Reader, 'visitor'>) =>
  visitor && { id: visitor.user.id, name: visitor.user.name };

/**
 * Returns a reader's copy of a version: pending, ready, or refused. If there is no copy, or it has expired, a GET requests a new copy, and
 * HEAD does not. Returns undefined if the reader has requested too many copies.
 */
export async function copyFor(
  document: DocumentItem,
  version: Version,
  reader: { readonly id: ActorId; readonly name: string },
  { isHead }: Pick<Reader, 'isHead'>,
): Promise<StampedCopy | NotRequested | undefined> {
  const now = Date.now();
  const [stored, named] = await Promise.all([
    getStampedCopy(reader.id, version.id, now),
    nameAndAddress(reader),
  ]);
  // If the reader's name or address has changed, a new copy is made.
  const found = stored?.reader === named ? stored : undefined;
  if (isHead) return found ?? ((await mayRequestCopy(reader.id, now)) ? notRequested : undefined);
  if (found) {
    if (isLost(found, now) && (await noteSentAgain(found, now))) await send(found, document);
    return found;
  }
  if (!(await countCopy(reader.id, now))) return undefined;
  const asked = {
    version_id: version.id,
    document_id: document.id,
    reader_id: reader.id,
    reader: named,
  };
  const copy = await requestCopy(asked, now);
  if (copy) await send(copy, document);
  return copy ?? getStampedCopy(reader.id, version.id, now);
}

/** Sends the message that makes a worker stamp a copy. Never throws: if the message is lost, a later reload of the page sends it again. */
async function send(
  { document_id, version_id, reader_id, copy_id }: StampedCopy,
  document: DocumentItem,
): Promise<void> {
  const message = { kind: 'stamped', document_id, version_id, reader_id, copy_id } as const;
  await sendPrepareCopy(message, tenantOf(document)).catch((error: unknown) =>
    log.warn('copy not asked for', { document_id, version_id, error: String(error) }),
  );
}

/** Returns the placeholder for the viewer while a reader's copy is being made. */
export const copyIsPrepared = (again: string) => ({
  view: waiting(t('unfinished.preparing'), t('copy.making'), again),
  refreshSeconds,
});

/** Returns the answer to a request for the file while the copy is being made. The page reloads itself until the answer is the file. */
export const preparingPage = (document: DocumentItem, version: Version, reader: Reader): HttpResponse =>
  htmlResponse({
    title: t('copy.preparing'),
    isIndexed: false,
    address: versionPath(document.id, version.id),
    ...(reader.visitor && { session: sessionOf(reader.visitor) }),
    refreshSeconds,
    main: html`<div class="message">
<h1>${t('copy.preparing')}</h1>
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
