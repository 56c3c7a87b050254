import type { RoomId } from '../../contract/identifiers.ts';
import { accessPrefix, folderPrefix, framePrefix, gatePrefix, roomKey } from '../keys/rooms.ts';
import { parseItem } from '../table/parse.ts';
import { type Item, queryItems, under } from '../table/read.ts';
import { type AccessRecord, accessRecord } from './access.ts';
import { type GateRecord, gateRecord } from './gate.ts';
import { type FolderRecord, folderRecord } from './items.ts';
import { type RoomRecord, roomRecord } from './rooms.ts';

/** A room with everything that decides what a reader sees of it, except the documents. Without items that a request still adds. */
export interface Frame {
  readonly room: RoomRecord;
  readonly gate: readonly GateRecord[];
  readonly access: readonly AccessRecord[];
  readonly folders: readonly FolderRecord[];
}

/**
 * Reads the frame of a room in one request (of 1 MB), or two; undefined: there is no such room. The query reads the room first. So when
 * anything of the frame changes meanwhile, a change that replaces the room conflicts.
 */
export async function getFrame(roomId: RoomId): Promise<Frame | undefined> {
  const { pk, sk } = roomKey(roomId);
  const items = await queryItems({ ...under({ pk }, framePrefix), ScanIndexForward: false });
  const found = items.find((item) => item.sk === sk);
  if (!found) return undefined;
  const room = parseItem(roomRecord, found);
  const of = (prefix: string): Item[] => items.filter((item) => String(item.sk).startsWith(prefix));
  return {
    room,
    gate: of(gatePrefix).map((item) => parseItem(gateRecord, item)),
    access: of(accessPrefix).map((item) => parseItem(accessRecord, item)),
    folders: of(folderPrefix)
      .map((item) => withFinished(parseItem(folderRecord, item), room))
      .filter(({ batch }) => batch === undefined || batch !== room.staged?.batch),
  };
}

/** Returns a folder with the documents that a finished request has added. */
export function withFinished(folder: FolderRecord, { staged }: RoomRecord): FolderRecord {
  const { pending, ...rest } = folder;
  if (!pending || pending.batch === staged?.batch) return folder;
  return { ...rest, document_count: rest.document_count + pending.documents };
}
