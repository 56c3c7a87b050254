import type { RoomId, ShareId } from '../../contract/identifiers.ts';
import { erasedName } from '../../data/callers/callers.ts';
import type { OrganizationItem } from '../../data/organizations/organizations.ts';
import {
  type Acceptance,
  isPlace,
  listAcceptances,
  listAcceptancesOf,
} from '../../data/reading/acceptances.ts';
import type { AcceptedFor, AcceptingReader } from '../../data/reading/acknowledgements.ts';
import type { HttpResponse } from '../../http/response.ts';
import { documentPath, linkTo } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import type { KeptQuery } from '../askingOf.ts';
import { lookOf } from '../document/look.ts';
import { presentNames } from '../document/presentNames.ts';
import { dateAndTime, ofItsOwn } from '../document/words.ts';
import type { Session } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import { phrase } from '../phrase.ts';
import { type Subject, subject } from './subject.ts';

interface Asked {
  readonly document: Subject;
  readonly organization: OrganizationItem | undefined;
  readonly accepting: AcceptingReader | null;
  /** The visitor's share of the document. Undefined: there is none. */
  readonly share: { readonly id: ShareId } | undefined;
  /** The room by which the visitor reads. Undefined: they read by none. */
  readonly room: { readonly id: RoomId } | undefined;
  /** Whether the visitor sees the acceptances of all readers. Other visitors see only their own. */
  readonly isManager: boolean;
  /** The place in the list after which this page of the list begins. */
  readonly after: string | undefined;
  readonly session: Session;
}

/**
 * Returns the page with the acceptances for a document. Readers see their own acceptances. Managers see the acceptances of all readers,
 * with names.
 */
export async function acceptedPage({
  document,
  organization,
  accepting,
  share,
  room,
  isManager,
  after,
  session,
}: Asked): Promise<HttpResponse> {
  const place = after !== undefined && isPlace(after) ? after : undefined;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const inRoom = room ? { room: room.id } : {};
  const own = (acceptedFor: AcceptedFor, after: string | undefined) =>
    accepting
      ? listAcceptancesOf(acceptedFor, accepting, share?.id, after, nowSeconds)
      : { acceptances: [], next: undefined };
  const { acceptances: ofDocument, next } = isManager
    ? await listAcceptances(document.id, place, nowSeconds)
    : await own(document.id, place);
  // A gate has few texts, so they are all in the first part of the list.
  const atGate = room && !isManager && place === undefined ? await own(room.id, undefined) : undefined;
  const acceptances = [...(atGate?.acceptances ?? []), ...ofDocument];
  const named = isManager ? await presentNames(acceptances.flatMap(personOf)) : undefined;
  const byText = [...Map.groupBy(acceptances, ({ text }) => text)];
  return messagePage({
    status: 200,
    title: t(isManager ? 'accepted.readers' : 'accepted.yours'),
    session,
    look: lookOf(organization),
    address: documentPath(document.id, { ...inRoom, show: 'accepted' }),
    content: [
      subject(document, organization),
      ...byText.map(([text, readers], index) =>
        section(
          text,
          index,
          readers.map((one) => row(one, named)),
        ),
      ),
      byText.length === 0 ? html`<p>${nothing(isManager, place)}</p>` : null,
      paging(document, inRoom, place, next),
    ],
  });
}

const section = (text: string, index: number, rows: readonly Html[]): Html =>
  html`<section class="terms" aria-labelledby="text-${index}">
<h2 id="text-${index}">${t('accept.text', { number: String(index + 1) })}</h2>
<p ${ofItsOwn(text)}>${text}</p>
<ul class="accepted" role="list">
${rows}
</ul>
</section>`;

type Names = Awaited<ReturnType<typeof presentNames>>;

/** Returns one acceptance of a list. `named` is undefined for a reader's own acceptances. */
function row(acceptance: Acceptance, named: Names | undefined): Html {
  const time = dateAndTime(acceptance.accepted_at);
  if (!named) return html`<li>${phrase('accepted.you', { time })}</li>\n`;
  const [person] = personOf(acceptance);
  return html`<li>${
    person
      ? phrase('accepted.by', { name: html`<bdi>${named(person).name}</bdi>`, time })
      : phrase('accepted.byVisitor', { time })
  }</li>\n`;
}

/**
 * Returns the person who accepted. Acceptances store no names, so the person has the name of erased people here. `presentNames` replaces
 * this name if the person has not been erased.
 */
const personOf = ({ user_id }: Acceptance) => (user_id === null ? [] : [{ id: user_id, name: erasedName }]);

function nothing(isManager: boolean, place: string | undefined): string {
  if (place !== undefined) return t('accepted.noMore');
  return t(isManager ? 'accepted.none' : 'accepted.noneOfYours');
}

function paging(
  { id }: Subject,
  inRoom: Pick<KeptQuery, 'room'>,
  place: string | undefined,
  next: string | undefined,
): Html {
  const list = (accepted_after?: string) =>
    linkTo(documentPath(id, { ...inRoom, show: 'accepted', accepted_after }));
  return html`<p class="paging">
<a class="quiet" href="${linkTo(documentPath(id, inRoom))}">${t('document.back')}</a>
${place !== undefined && html`<a class="quiet" href="${list()}">${t('accepted.first')}</a>`}
${next !== undefined && html`<a class="quiet" href="${list(next)}">${t('accepted.more')}</a>`}
</p>`;
}
