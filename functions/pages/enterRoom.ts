import { ApiError } from '../../shared/access/errors.ts';
import { isApiKey, type Principal } from '../../shared/access/principal.ts';
import { type RoomId, roomId } from '../../shared/contract/identifiers.ts';
import { pages } from '../../shared/contract/pages.ts';
import { acceptance, nameOfTexts } from '../../shared/data/reading/acknowledgements.ts';
import { getRoom } from '../../shared/data/rooms/rooms.ts';
import { retryOnConflict } from '../../shared/data/table/conflict.ts';
import { loadAudience } from '../../shared/events/audience.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { acceptedAtGateRecord } from '../../shared/events/records/rooms.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { isSameSiteChange } from '../../shared/http/sessionCookie.ts';
import { whoAsks } from '../../shared/pages/askingOf.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { notFoundPage } from '../../shared/pages/notFound.ts';
import { notSignedInPage } from '../../shared/pages/notSignedIn.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { PageError } from '../../shared/pages/pageError.ts';
import { withinRoom } from '../../shared/pages/room/withinRoom.ts';
import { type Acknowledgement, policyOf } from '../../shared/policies/ruleKinds.ts';
import { baseUrl } from '../../shared/presentation/links.ts';
import { PolicyRefusal } from '../../shared/reading/policyRefusal.ts';
import { standingInRoom } from '../../shared/reading/rooms/standing.ts';
import { landingPath, returnPath } from '../../shared/signIn/returnTo.ts';
import { sha256Of } from '../../shared/text/sha256.ts';

/**
 * Records that a reader accepts the texts of a form at the gate of a room, and redirects to the page that the reader requested. If the
 * texts have changed meanwhile, nothing is recorded, and the next page shows the new texts.
 */
export const handler = page(pages.enterRoom, async (request) => {
  const { data: id } = roomId.safeParse(request.path.room_id);
  if (id === undefined) return notFoundPage(request, landingPath, 'room');
  const returnTo = withinRoom(id, returnPath(request.query.return_to, baseUrl()));
  const { visitor, headers } = request;
  if (!visitor) return notSignedInPage(returnTo);
  // Readers must accept a text themselves. An API key may be used by somebody else.
  if (isApiKey(visitor)) throw new PageError('insufficient_permissions', 'accept.byKey');
  if (headers.origin !== undefined && !isSameSiteChange('POST', headers.origin, baseUrl()))
    throw new PageError('insufficient_permissions', 'accept.otherSite');
  return retryOnConflict(() => accept(request, visitor, id, returnTo));
});

/** Accepts the texts for which the gate asks now. Whatever else the gate says, the page to which the reader goes on says it. */
async function accept(
  request: PageRequest,
  visitor: Principal,
  id: RoomId,
  returnTo: string,
): Promise<HttpResponse> {
  const now = Date.now();
  const pending = await pendingAt(id, request, now);
  if (pending.length > 0 && nameOfTexts(pending) === request.query.texts)
    await commitAcceptance(id, visitor, pending, now);
  return redirect(baseUrl() + returnTo);
}

/** Returns the texts that a visitor must accept to enter a room. Empty: none, or the room is not open to them. */
async function pendingAt(id: RoomId, request: PageRequest, now: number): Promise<readonly Acknowledgement[]> {
  try {
    await standingInRoom(id, whoAsks(request), { now });
    return [];
  } catch (error) {
    if (error instanceof PolicyRefusal && error.why.reason === 'acknowledge') return error.why.pending;
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Records the acceptance of texts, which counts for the room. */
async function commitAcceptance(
  id: RoomId,
  principal: Principal,
  pending: readonly Acknowledgement[],
  now: number,
): Promise<void> {
  const texts = pending.map(({ source, text }) => ({ text, policy_id: policyOf(source)?.id ?? null }));
  const [room, writes] = await Promise.all([
    getRoom(id),
    acceptance(id, { user_id: principal.user.id }, texts, now),
  ]);
  const [first, ...others] = room
    ? texts.map(({ text, policy_id }) =>
        acceptedAtGateRecord(room, principal, { policy_id, text_sha256: sha256Of(text) }),
      )
    : [];
  if (!room || !first) return;
  const audience = await loadAudience(room.organization_id);
  await commitChange({ audience, records: [first, ...others], writes });
}
