import { forbidden, invalidRequest } from '../../access/errors.ts';
import type { GroupId } from '../../contract/identifiers.ts';
import { findUserByEmail } from '../../data/callers/callers.ts';
import { getGroup } from '../../data/groups/groups.ts';
import { readerIn } from '../../data/groups/groupsOf.ts';
import { isPerson } from '../../data/organizations/organizations.ts';
import { noUserId } from '../../data/table/ids.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import type { RoomManager } from './entrant.ts';
import { grantedDocuments } from './granted.ts';
import { entriesFor, type RoomReader } from './reader.ts';
import type { RoomStanding } from './standing.ts';
import type { Look } from './view.ts';

/** The reader as whom a manager asks to see a room. At most one of them is set. */
interface As {
  readonly as_group?: GroupId | undefined;
  readonly as_email?: string | undefined;
}

/**
 * Returns what somebody looks at, at `now` (epoch milliseconds). A manager sees the room as the reader whom the request names, if it names
 * one: without the gate, and whether or not the room is open. Throws 403 if somebody else names one, and 400 for one that there cannot be.
 */
export async function lookOf(standing: RoomStanding, as: As, now: number): Promise<Look> {
  if (as.as_group === undefined && as.as_email === undefined) return ownLook(standing, now);
  if (standing.kind !== 'manager')
    throw forbidden('Only people who manage the room may see it as other readers do.');
  const { frame, tree } = standing;
  const entries = entriesFor(frame.access, await readerAs(standing, as), now);
  return {
    frame,
    tree,
    now,
    viewer: { kind: 'reader', entries },
    granted: () => grantedDocuments(frame, tree, entries),
  };
}

/** Returns what somebody sees by their own standing. */
export const ownLook = (standing: RoomStanding, now: number): Look => {
  const { frame, tree } = standing;
  return standing.kind === 'manager'
    ? { frame, tree, now, viewer: { kind: 'manager' }, granted: async () => [] }
    : {
        frame,
        tree,
        now,
        viewer: { kind: 'reader', entries: standing.entries },
        granted: standing.granted,
      };
};

async function readerAs({ frame }: RoomManager, { as_group, as_email }: As): Promise<RoomReader> {
  if (as_group !== undefined && as_email !== undefined)
    throw wrongReader('as_email', 'cannot be set together with as_group', as_email);
  if (as_group !== undefined) {
    if (!(await getGroup(frame.room.organization_id, as_group)))
      throw wrongReader('as_group', 'must be a group of the organization', as_group);
    return { groups: new Set([as_group]), address: undefined, leftAt: undefined, isMember: false };
  }
  return readerWithAddress(frame, as_email ?? '');
}

/** Returns the reader with an address, as if they had just proven it. */
async function readerWithAddress({ room, access }: RoomManager['frame'], email: string): Promise<RoomReader> {
  const address = normalizedEmail(email);
  if (address === undefined) throw wrongReader('as_email', 'must be an e-mail address', email);
  const person = await findUserByEmail(address);
  const here = await readerIn(room.organization_id, { user_id: person?.id ?? noUserId, address });
  const { asMember, byAddress } = await here.among([
    ...new Set(access.flatMap(({ group_id }) => group_id ?? [])),
  ]);
  return {
    groups: new Set([...asMember, ...byAddress]),
    address,
    leftAt: here.leftAt,
    isMember: here.member !== undefined && isPerson(here.member),
  };
}

const wrongReader = (param: 'as_group' | 'as_email', what: string, value: string) =>
  invalidRequest({
    code: 'invalid_value',
    location: `query.${param}`,
    param,
    message: `${param} ${what}.`,
    value,
  });
