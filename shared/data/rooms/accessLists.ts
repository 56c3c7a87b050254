import type { OrganizationId } from '../../contract/identifiers.ts';
import type { Key } from '../keys/key.ts';
import { type AccessSubject, roomKey, roomList } from '../keys/rooms.ts';
import { bookkeeping, writeBookkeeping } from '../table/commit.ts';
import { patientWorker, retryOnConflict } from '../table/conflict.ts';
import { parseItem } from '../table/parse.ts';
import { inIndex, queryPages, readAs, readTogether } from '../table/read.ts';
import { listIndex } from '../table/table.ts';
import { type AccessRecord, accessKeyOf, accessRecord, removeAccess } from './access.ts';
import { removeAccessMails } from './accessMails.ts';
import { replaceRoom, roomRecord } from './rooms.ts';

/** Lists all access entries for a subject, in batches: for workers. The list is eventually consistent. */
export async function* listEveryAccessFor(
  organizationId: OrganizationId,
  subject: AccessSubject,
): AsyncGenerator<AccessRecord[]> {
  const query = inIndex(listIndex, roomList.access(organizationId, subject), '#sort > :start', {
    ':start': '0',
  });
  for await (const page of queryPages(query)) yield page.map((item) => parseItem(accessRecord, item));
}

/**
 * Removes an access entry whose subject is gone: a deleted group, or a person who is erased. It has no record. Repeating the call is
 * harmless.
 */
export const removeAccessOf = (entry: AccessRecord): Promise<void> =>
  retryOnConflict(async () => {
    const { room, present } = await readTogether({
      room: [roomRecord, roomKey(entry.room_id)],
      present: [accessRecord, accessKeyOf(entry)],
    });
    // A newer entry for the same subject stays.
    if (present?.id !== entry.id) return;
    const removals = [removeAccess(present), ...(room ? [replaceRoom(room)] : [])];
    await writeBookkeeping([
      ...removals.map((write) => bookkeeping('removal', write)),
      removeAccessMails(present),
    ]);
  }, patientWorker);

/** Removes the entry at a key, for a person who is erased. */
export async function eraseAccess(key: Key): Promise<void> {
  const entry = await readAs(accessRecord, key);
  if (entry) await removeAccessOf(entry);
}
