import type { RoomAccessId, RoomId, RoomItemId } from '../../contract/identifiers.ts';
import { roomAccessMax } from '../../contract/limits.ts';
import type { AccessLevelInRoom } from '../../contract/resources/room.ts';
import type { User } from '../../contract/resources/user.ts';
import { utcTime } from '../../contract/text.ts';
import { type GroupItem, getGroup, replaceGroup } from '../../data/groups/groups.ts';
import {
  type AccessRecord,
  type AccessSubject,
  accessFor,
  createAccess,
  removeAccess,
  replaceAccess,
} from '../../data/rooms/access.ts';
import { createAccessMails, removeAccessMails } from '../../data/rooms/accessMails.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import { getFrameToReplace } from '../../data/rooms/frameToChange.ts';
import { findAccess, findItemAdded, type ListedAccess, listAccess } from '../../data/rooms/listedAccess.ts';
import { type RoomRecord, replaceRoom } from '../../data/rooms/rooms.ts';
import { hasEnded } from '../../data/shares/ends.ts';
import { retryInTurn } from '../../data/table/conflict.ts';
import { newId } from '../../data/table/ids.ts';
import { loadAudience } from '../../events/audience.ts';
import { commitChange } from '../../events/commitChange.ts';
import type { By } from '../../events/records/record.ts';
import { roomAccessRecord, roomAccessUpdateRecord } from '../../events/records/roomAccess.ts';
import type { Answering } from '../answering.ts';
import { isRefused, type Refused, refuse } from '../refusal.ts';
import { mailsAbout } from './accessMails.ts';

/** Why an entry cannot get an end. */
type EndRefusal = 'ends_in_the_past';

/** A room, and the manager who changes who may see what in it. */
interface InRoom {
  readonly roomId: RoomId;
  /** Returns the frame if the caller manages the room; throws the caller's error otherwise. */
  readonly permitted: (found: Frame | undefined) => Frame | Promise<Frame>;
  readonly by: By;
}

interface GrantAccess extends InRoom {
  readonly subject: AccessSubject;
  /** null: the whole room. */
  readonly itemId: RoomItemId | null;
  readonly level: AccessLevelInRoom;
  /** null: it has no end. */
  readonly expires_at: string | null;
  /** Whether to send mails to the address, or to the addresses of the group. A stage without mail sends none. */
  readonly send_mail: boolean;
  readonly message: string;
  readonly grantedBy: User;
}

/**
 * Adds an access entry. An entry of the same subject for the same item is replaced if it has ended, or if the item was removed since. The
 * transaction writes the room, so that the number of entries is exact, and no entry is added for an item that is removed meanwhile. It also
 * writes the group, so that none is added for a group that is deleted meanwhile.
 */
export const grantAccess = <A>(
  { roomId, permitted, by, subject, itemId, send_mail, grantedBy, ...given }: GrantAccess,
  answering: Answering<ListedAccess, A>,
): Promise<
  | A
  | Refused<EndRefusal | 'no_item' | 'no_group' | 'too_many' | 'too_many_addresses'>
  | Refused<'granted_already', ListedAccess>
> => {
  const id = newId('rac');
  const mailed = mailsAbout({ room_id: roomId, access_id: id });
  return retryInTurn(roomId, async () => {
    const now = Date.now();
    const frame = await permitted(await getFrameToReplace(roomId));
    const { room } = frame;
    if (hasEnded(given, now)) return refuse('ends_in_the_past');
    const [added, group, audience] = await Promise.all([
      itemId === null ? null : findItemAdded(frame, itemId),
      'group_id' in subject ? getGroup(room.organization_id, subject.group_id) : null,
      loadAudience(room.organization_id),
    ]);
    if (added === undefined) return refuse('no_item');
    if (group === undefined) return refuse('no_group');
    const stored = accessFor(frame.access, itemId, subject);
    const earlier = stored && (await findAccess(frame, stored.id, now));
    if (earlier && !hasEnded(earlier, now)) return refuse('granted_already', earlier);
    if (!stored && (await isFull(frame, now))) return refuse('too_many');

    const mails = send_mail ? await mailed(room, subject, by) : undefined;
    if (mails !== undefined && isRefused(mails)) return mails;
    const kept = mails?.mails ?? [];
    const entry: AccessRecord = {
      id,
      room_id: roomId,
      organization_id: room.organization_id,
      item_id: itemId,
      ...(added !== null && { item_added: added }),
      ...subject,
      level: given.level,
      expires_at: given.expires_at && utcTime(given.expires_at),
      ...(kept.length > 0 && { is_mailed: true }),
      created_by: grantedBy,
      revision: 1,
    };
    const listed = { ...entry, mail: mails?.state ?? 'none' };
    return answering(listed, (beside) =>
      commitChange({
        audience,
        records: [roomAccessRecord('room.access_granted', listed, by)],
        writes: [
          replaceRoom(room),
          createAccess(entry, stored),
          ...(stored ? [removeAccessMails(stored)] : []),
          ...(kept.length > 0 ? [createAccessMails(entry, given.message, kept)] : []),
          ...fenceOf(group),
          ...(mails?.writes ?? []),
          ...beside,
        ],
        ...(mails && { announce: mails.announce }),
      }),
    );
  });
};

const fenceOf = (group: GroupItem | null) => (group ? [replaceGroup(group)] : []);

/** Entries of removed items are in the frame until a worker removes them. They do not count. */
const isFull = async (frame: Frame, now: number): Promise<boolean> =>
  frame.access.length >= roomAccessMax && (await listAccess(frame, now)).length >= roomAccessMax;

interface OfAccess extends InRoom {
  readonly accessId: RoomAccessId;
  /** Throws if the entry is not in the state that the caller expects. */
  readonly guard: (entry: ListedAccess) => void;
}

interface UpdateAccess extends OfAccess {
  /** Default: as before */
  readonly level?: AccessLevelInRoom | undefined;
  /** null: it has no end. Default: as before */
  readonly expires_at?: string | null | undefined;
}

/** Changes the level or the end of an access entry, and returns the entry. An entry that ended by time may get another end. */
export const updateAccess = ({
  accessId,
  guard,
  by,
  level,
  expires_at,
  ...given
}: UpdateAccess): Promise<ListedAccess | Refused<EndRefusal | 'no_access' | 'has_left'>> =>
  changeAccess(given, accessId, async (before, room, now) => {
    guard(before);
    const asked = expires_at === undefined ? before.expires_at : expires_at && utcTime(expires_at);
    const after = { ...before, level: level ?? before.level, expires_at: asked };
    const isOtherEnd = asked !== before.expires_at;
    if (!isOtherEnd && after.level === before.level) return before;
    if (before.has_left) return refuse('has_left');
    if (isOtherEnd && hasEnded(after, now)) return refuse('ends_in_the_past');
    await commitChange({
      audience: await loadAudience(room.organization_id),
      records: [roomAccessUpdateRecord(before, after, by)],
      writes: [replaceRoom(room), replaceAccess(storedOf(after))],
    });
    return after;
  });

/** Removes an access entry, and returns the entry as it was. From the next request on, it counts for nothing. */
export const endAccess = ({
  accessId,
  guard,
  by,
  ...given
}: OfAccess): Promise<ListedAccess | Refused<'no_access'>> =>
  changeAccess(given, accessId, async (entry, room) => {
    guard(entry);
    await commitChange({
      audience: await loadAudience(room.organization_id),
      records: [roomAccessRecord('room.access_ended', entry, by)],
      writes: [replaceRoom(room), removeAccess(entry), removeAccessMails(entry)],
    });
    return entry;
  });

const changeAccess = <R>(
  { roomId, permitted }: Pick<InRoom, 'roomId' | 'permitted'>,
  accessId: RoomAccessId,
  change: (entry: ListedAccess, room: RoomRecord, now: number) => Promise<R>,
): Promise<R | Refused<'no_access'>> =>
  retryInTurn(roomId, async () => {
    const now = Date.now();
    const frame = await permitted(await getFrameToReplace(roomId));
    const entry = await findAccess(frame, accessId, now);
    return entry ? change(entry, frame.room, now) : refuse('no_access');
  });

const storedOf = ({ mail: _mail, has_left: _left, ...entry }: ListedAccess): AccessRecord => entry;
