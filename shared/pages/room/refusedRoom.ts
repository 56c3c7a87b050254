import { ApiError } from '../../access/errors.ts';
import { errorCodes } from '../../contract/errorCodes.ts';
import { pages } from '../../contract/pages.ts';
import { shownLine } from '../../contract/shownText.ts';
import type { OrganizationItem } from '../../data/organizations/organizations.ts';
import { nameOfTexts } from '../../data/reading/acknowledgements.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import type { HttpResponse } from '../../http/response.ts';
import type { Acknowledgement } from '../../policies/ruleKinds.ts';
import { askToSignInPath, baseUrl, linkTo, pathOf } from '../../presentation/links.ts';
import { PolicyRefusal, type WhyNot } from '../../reading/policyRefusal.ts';
import { RoomRefusal } from '../../reading/rooms/refusal.ts';
import { type Html, html } from '../../text/html.ts';
import type { WordKey } from '../../words/worded.ts';
import { t } from '../../words/words.ts';
import { termsOf } from '../acceptance/form.ts';
import { offerAnotherAddress } from '../anotherAddress.ts';
import { logoImage, lookOf } from '../document/look.ts';
import { ofItsOwn } from '../document/words.ts';
import { redirect, sessionOf } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import { notFoundPage } from '../notFound.ts';
import type { PageRequest } from '../page.ts';
import { phrase } from '../phrase.ts';
import { reasonsOf } from '../refusalPage.ts';
import { signInAgainPage } from '../signInAgain.ts';
import { closedRoomPage } from './closedRoom.ts';

/** A room at whose gate a text must be accepted, and its organization. */
interface AtGate {
  readonly room: RoomRecord;
  readonly organization: OrganizationItem | undefined;
}

interface Refused {
  readonly request: PageRequest;
  /** The path that the visitor requested. */
  readonly returnTo: string;
  /** Reads the room and its organization. It is called only for somebody who must accept a text. */
  readonly room: () => Promise<AtGate | undefined>;
}

/** Returns the page for a visitor to whom a room is not open. Throws errors that are about something else. */
export async function refusedRoom(error: unknown, refused: Refused): Promise<HttpResponse> {
  const { request, returnTo } = refused;
  if (error instanceof RoomRefusal) return closedRoomPage(error.why, request, returnTo);
  if (error instanceof PolicyRefusal) return gatePage(error, refused);
  const status = error instanceof ApiError ? errorCodes[error.code].status : undefined;
  if (status === 401) return redirect(baseUrl() + askToSignInPath(returnTo));
  if (status === 404) return notFoundPage(request, returnTo, 'room');
  if (status === 403) return signInAgainPage(request, returnTo);
  throw error;
}

const titles = {
  too_many_policies: 'room.notNow',
  unknown_rule: 'room.notNow',
  not_allowed: 'room.notAllowed',
  address_not_proven: 'proof.again',
  expired: 'room.ended',
  acknowledge: 'room.acceptTitle',
  view_only: 'room.notNow',
  watermark: 'room.notNow',
} as const satisfies Record<WhyNot['reason'], WordKey>;

/** Says why the gate refuses a reader. Only a reader who must accept a text learns which room and organization this is. */
async function gatePage({ why, namesPolicy }: PolicyRefusal, refused: Refused): Promise<HttpResponse> {
  const { request, returnTo } = refused;
  const atGate = why.reason === 'acknowledge' ? await refused.room() : undefined;
  if (why.reason === 'acknowledge' && !atGate) return notFoundPage(request, returnTo, 'room');
  const label = why.reason === 'address_not_proven' ? t('proof.again') : undefined;
  return messagePage({
    status: 403,
    look: lookOf(atGate?.organization),
    title: t(titles[why.reason]),
    address: returnTo,
    session: request.visitor ? sessionOf(request.visitor) : { signInFrom: returnTo },
    content: [
      ...reasonsOf(why, namesPolicy, (pending) =>
        atGate ? acceptanceForm(atGate, pending, namesPolicy, returnTo) : [],
      ),
      ...(await offerAnotherAddress(request, returnTo, label)),
    ],
  });
}

/** Returns the texts to accept, with one button. Who does not want to accept them leaves the page. */
const acceptanceForm = (
  { room, organization }: AtGate,
  pending: readonly Acknowledgement[],
  namesPolicy: boolean,
  returnTo: string,
): Html[] => [
  html`<p class="subject">
<strong ${ofItsOwn(room.name)}>${shownLine(room.name)}</strong>
${organization && html`<span class="organization" ${ofItsOwn(organization.name)}>${logoImage(room.id, organization)}<span>${shownLine(organization.name)}</span></span>`}
</p>`,
  html`<p>${phrase('room.acceptAsked', { organization: html`<bdi>${organization?.name ?? ''}</bdi>`, count: pending.length })}</p>`,
  ...termsOf(pending, namesPolicy),
  html`<form method="post" action="${linkTo(pathOf(pages.enterRoom, { room_id: room.id }, { texts: nameOfTexts(pending), return_to: returnTo }))}">
<p class="recorded">${t('accept.recorded')}</p>
<p class="actions"><button class="button primary">${t('room.accept')}</button></p>
</form>`,
];
