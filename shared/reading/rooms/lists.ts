import { ApiError } from '../../access/errors.ts';
import type { Principal } from '../../access/principal.ts';
import { hasProven, notProvenFor } from '../../access/shares.ts';
import { type OrganizationId, type RoomId, type Ulid, ulidOf } from '../../contract/identifiers.ts';
import { type CallerItem, getCaller } from '../../data/callers/callers.ts';
import { listGroupsOfAddress } from '../../data/groups/groupsOf.ts';
import { listMemberships } from '../../data/organizations/organizations.ts';
import { getFrame } from '../../data/rooms/frame.ts';
import { findRooms, listRoomPage, type RoomsOf } from '../../data/rooms/roomLists.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { noOrganizationId } from '../../data/table/ids.ts';
import type { ListPage } from '../../data/table/listPages.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import { entrantOf } from './entrant.ts';
import { type CallerFacts, factsAbout } from './facts.ts';
import { decideGate } from './gate.ts';

/** A room in a list. `shut`: the caller may enter it, but not now, or not before they fulfil what its gate asks for. */
export interface ListedRoom {
  readonly room: RoomRecord;
  readonly as: 'manager' | 'reader' | 'shut';
}

interface RoomsAsked {
  readonly after: Ulid | undefined;
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Lists a page of the rooms of the caller's organization that they manage or may enter, newest first. Only the last page is short. */
export async function listOwnRooms(principal: Principal, asked: RoomsAsked): Promise<ListPage<ListedRoom>> {
  const { organization_id, role, user } = principal;
  if (organization_id === null) return noRooms;
  if (role === 'owner' || role === 'admin') {
    const { items, next } = await listRoomPage(organization_id, asked);
    return { items: items.map((room) => ({ room, as: 'manager' as const })), next };
  }
  const lister = new Lister(principal, await getCaller(user.id), asked);
  const { address, here } = await lister.factsIn(organization_id);
  const subjects = [
    ...(address === undefined ? [] : [{ email: address }]),
    ...here.named.map((group_id) => ({ group_id })),
    { organization: true } as const,
  ];
  const made = role === null ? null : { organization_id, by: user.id };
  return lister.page(
    { subjects: subjects.map((subject) => ({ organization_id, subject })), made },
    (room) => room.organization_id === organization_id,
  );
}

/**
 * Lists a page of the rooms of other organizations that a caller may enter, newest first. Only the last page is short. The list is empty
 * for service accounts, and for keys that are bound to an organization. Throws 403 when the caller's address is not proven.
 */
export async function listRoomsElsewhere(
  principal: Principal,
  asked: RoomsAsked,
): Promise<ListPage<ListedRoom>> {
  const { organization_id, bound, user } = principal;
  const caller = bound || user.type === 'service_account' ? undefined : await getCaller(user.id);
  const address = caller?.email ? normalizedEmail(caller.email) : undefined;
  if (!caller || address === undefined) return noRooms;
  if (!hasProven(caller, asked.now)) throw notProvenFor('rooms of other organizations');
  const lister = new Lister(principal, caller, asked);
  const [byAddress, memberships] = await Promise.all([
    listGroupsOfAddress(address),
    listMemberships(user.id),
  ]);
  const asMember = await Promise.all(
    memberships.map(async ({ organization_id: id }) => ({
      organization_id: id,
      named: (await lister.factsIn(id)).here.named,
    })),
  );
  const elsewhere: RoomsOf['subjects'] = [
    ...asMember.flatMap(({ organization_id: id, named }) => [
      { organization_id: id, subject: { organization: true } as const },
      ...named.map((group_id) => ({ organization_id: id, subject: { group_id } })),
    ]),
    ...byAddress.flatMap(({ organization_id: id, groups }) =>
      groups.map((group_id) => ({ organization_id: id, subject: { group_id } })),
    ),
  ].filter(({ organization_id: id }) => id !== organization_id);
  const distinct = new Map(elsewhere.map((one) => [JSON.stringify(one), one]));
  const subjects = [...distinct.values()].slice(0, subjectsMax);
  return lister.page(
    {
      // The list of an address has entries of all organizations.
      subjects: [{ organization_id: noOrganizationId, subject: { email: address } }, ...subjects],
      made: null,
    },
    (room) => room.organization_id !== organization_id,
  );
}

const noRooms: ListPage<ListedRoom> = { items: [], next: undefined };

/** The most lists of access entries that are read for a page. */
const subjectsMax = 500;
/** The rooms that are read at a time. */
const roomsAtOnce = 20;

/** Lists rooms of a caller. Facts about the caller are read once for each organization. */
class Lister {
  readonly #principal: Principal;
  readonly #caller: CallerItem | undefined;
  readonly #asked: RoomsAsked;
  readonly #facts = new Map<OrganizationId, Promise<CallerFacts>>();

  constructor(principal: Principal, caller: CallerItem | undefined, asked: RoomsAsked) {
    this.#principal = principal;
    this.#caller = caller;
    this.#asked = asked;
  }

  /** Returns who the caller is in an organization. It has read which of their groups exist. */
  factsIn(organizationId: OrganizationId): Promise<CallerFacts> {
    const facts = this.#facts.get(organizationId) ?? this.#readFacts(organizationId);
    this.#facts.set(organizationId, facts);
    return facts;
  }

  async #readFacts(organizationId: OrganizationId): Promise<CallerFacts> {
    const facts = await factsAbout(this.#principal, this.#caller, organizationId, this.#asked.now);
    const { asMember, byAddress } = await facts.here.among(facts.here.named);
    const among: CallerFacts['here']['among'] = async (asked) => ({
      asMember: new Set(asked.filter((id) => asMember.has(id))),
      byAddress: new Set(asked.filter((id) => byAddress.has(id))),
    });
    return { ...facts, here: { ...facts.here, among } };
  }

  /** Lists a page of the rooms that the caller manages or may enter. */
  async page(rooms: RoomsOf, isWanted: (room: RoomRecord) => boolean): Promise<ListPage<ListedRoom>> {
    const { limit } = this.#asked;
    const items: ListedRoom[] = [];
    let { after } = this.#asked;
    do {
      const { ids, end } = await findRooms(rooms, after, limit);
      for (let start = 0; start < ids.length && items.length <= limit; start += roomsAtOnce) {
        const some = ids.slice(start, start + roomsAtOnce);
        const listed = await Promise.all(some.map((id) => this.#listed(id, isWanted)));
        items.push(...listed.filter((one) => one !== undefined));
      }
      after = end;
    } while (after !== undefined && items.length <= limit);
    const page = items.slice(0, limit);
    const last = items.length > limit ? page.at(-1) : undefined;
    return { items: page, next: last && ulidOf(last.room.id) };
  }

  async #listed(roomId: RoomId, isWanted: (room: RoomRecord) => boolean): Promise<ListedRoom | undefined> {
    const frame = await getFrame(roomId);
    if (!frame || !isWanted(frame.room)) return undefined;
    const { room } = frame;
    const facts = await this.factsIn(room.organization_id);
    const { now } = this.#asked;
    try {
      const who = { kind: 'caller', principal: this.#principal } as const;
      const entrant = await entrantOf(frame, who, { now, facts });
      if (entrant.kind === 'manager') return { room, as: 'manager' };
      const isShut = entrant.closed !== undefined || (await decideGate(entrant, now)).refusal !== null;
      return { room, as: isShut ? 'shut' : 'reader' };
    } catch (error) {
      // They may not enter it, or not before they prove their address again.
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}
