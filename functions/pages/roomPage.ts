import { notFound } from '../../shared/access/errors.ts';
import { type RoomId, roomId } from '../../shared/contract/identifiers.ts';
import { getRoom as operation } from '../../shared/contract/operations/rooms.ts';
import { pages } from '../../shared/contract/pages.ts';
import { getOrganization } from '../../shared/data/organizations/organizations.ts';
import { getRoom } from '../../shared/data/rooms/rooms.ts';
import { noRoomId } from '../../shared/data/table/ids.ts';
import { errorResponse } from '../../shared/http/errorResponse.ts';
import { json } from '../../shared/http/response.ts';
import { parsedResponse } from '../../shared/http/success.ts';
import { whoAsks } from '../../shared/pages/askingOf.ts';
import { prefersJson, varying } from '../../shared/pages/jsonOrPage.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { refusedRoom } from '../../shared/pages/room/refusedRoom.ts';
import { showRoom } from '../../shared/pages/room/showRoom.ts';
import { pathOf } from '../../shared/presentation/links.ts';
import { presentRoom, presentRoomToReader } from '../../shared/presentation/rooms.ts';
import { standingInRoom } from '../../shared/reading/rooms/standing.ts';

/** Shows a room to its readers. Clients that prefer JSON get what getRoom answers. */
export const handler = page(
  pages.roomPage,
  (request) => (prefersJson(request.headers.accept) ? inJson : inHtml)(request),
  (error, { headers }) =>
    prefersJson(headers.accept) ? varying(errorResponse(operation, error)) : undefined,
);

async function inJson(request: PageRequest) {
  const { kind, frame } = await standingFor(request, Date.now());
  const room = kind === 'manager' ? presentRoom(frame.room) : presentRoomToReader(frame.room);
  return varying(json(200, parsedResponse(operation, room)));
}

async function inHtml(request: PageRequest) {
  const { path, query } = request;
  const { folder, after, q, texts } = query;
  const now = Date.now();
  try {
    const standing = await standingFor(request, now);
    const organization = await getOrganization(standing.frame.room.organization_id);
    if (!organization) throw notFound('room', 'room_id');
    return await showRoom({ standing, organization, request, now });
  } catch (error) {
    return refusedRoom(error, {
      request,
      returnTo: pathOf(pages.roomPage, path, { folder, after, q, texts }),
      room: async () => {
        const room = await getRoom(idIn(request));
        return room && { room, organization: await getOrganization(room.organization_id) };
      },
    });
  }
}

const standingFor = (request: PageRequest, now: number) =>
  standingInRoom(idIn(request), whoAsks(request), { now });

/** A malformed id names no room. */
const idIn = ({ path }: PageRequest): RoomId => roomId.safeParse(path.room_id).data ?? noRoomId;
