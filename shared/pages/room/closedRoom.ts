import type { HttpResponse } from '../../http/response.ts';
import type { RoomClosed } from '../../reading/rooms/refusal.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { dateAndTime } from '../document/words.ts';
import { sessionOf } from '../layout.ts';
import { messagePage } from '../messagePage.ts';
import type { PageRequest } from '../page.ts';
import { phrase } from '../phrase.ts';

/** Returns the page that says that a room is closed, and nothing else about it. `returnTo`: the path that the visitor requested */
export function closedRoomPage(
  why: RoomClosed,
  { visitor }: Pick<PageRequest, 'visitor'>,
  returnTo: string,
): HttpResponse {
  const [title, time] = closedWords(why);
  return messagePage({
    status: 403,
    title,
    address: returnTo,
    session: visitor ? sessionOf(visitor) : undefined,
    content: [time, html`<p>${t('room.closedText')}</p>`],
  });
}

/** Returns the title and the time. */
function closedWords(why: RoomClosed): [title: string, time: Html | null] {
  if (why.reason === 'closed') return [t('room.closed'), null];
  const time = html`<strong>${dateAndTime(why.at)}</strong>`;
  return why.reason === 'not_open_yet'
    ? [t('room.notOpen'), html`<p>${phrase('room.notOpenText', { time })}</p>`]
    : [t('room.ended'), html`<p>${phrase('room.endedText', { time })}</p>`];
}
