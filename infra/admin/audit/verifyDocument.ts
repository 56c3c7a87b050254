import * as z from 'zod/mini';
import { type DocumentId, ulid } from '../../../shared/contract/identifiers.ts';
import {
  activityOfDocument,
  isInPlace,
  listStoredActivityOf,
} from '../../../shared/data/activity/activity.ts';
import { firstUlidAt, timeOf } from '../../../shared/data/table/ids.ts';
import { type Finding, finderOf, sealedAfterMilliseconds } from './finding.ts';

const stored = z.object({ sk: z.string(), list_pk: z.catch(z.string(), '') });

/**
 * Reads the list that a document's page shows, from `since` on (epoch milliseconds). Checks that each entry of this list is also in a
 * sealed list. Returns the sealed lists, which must be verified too.
 */
export async function verifyDocument(documentId: DocumentId, since: number, now: number) {
  const findings: Finding[] = [];
  const lists = new Set<string>();
  const find = finderOf(activityOfDocument(documentId), findings);
  for await (const items of listStoredActivityOf(documentId, firstUlidAt(since)))
    for (const item of items) {
      const { sk, list_pk } = z.parse(stored, item);
      if (isInPlace(item, list_pk)) lists.add(list_pk);
      else if (!isNew(sk, now))
        find(
          'entry without place',
          `act_${sk}`,
          'the list of its document has it, and no sealed list has it',
        );
    }
  return { findings, lists };
}

/** Returns whether an entry may still be unsealed. */
function isNew(sk: string, now: number): boolean {
  const { data: id } = z.safeParse(ulid, sk);
  return id !== undefined && Math.abs(now - timeOf(`act_${id}`)) <= sealedAfterMilliseconds;
}
