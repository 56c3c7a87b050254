import * as z from 'zod/mini';
import type { MailStatus } from '../../contract/enumerations.ts';
import { dateTime } from '../../contract/text.ts';
import { shareReadsKey } from '../keys/shares.ts';
import { type Change, creation } from '../table/commit.ts';
import { readAs } from '../table/read.ts';
import { changeIf } from '../table/update.ts';
import type { ShareItem } from './shareItems.ts';

export const shareReadsItem = z.object({ reads: z.int(), first_read_at: dateTime, last_read_at: dateTime });

/** A share with its readings and its mail, as clients see it. */
export interface CountedShare extends ShareItem {
  /** Undefined: no reading was counted. */
  readonly read: z.infer<typeof shareReadsItem> | undefined;
  /** The state of its latest mail. */
  readonly mail: MailStatus;
}

/** Returns whether a reading by a share was counted. */
export const hasReadings = async ({ id, document_id }: ShareItem): Promise<boolean> =>
  (await readAs(shareReadsItem, shareReadsKey(document_id, id))) !== undefined;

/** Counts the first reading at `now` (epoch milliseconds) by a share; conflicts when a reading by the share was counted already. */
export function countFirstReading({ id, document_id }: ShareItem, now: number): Change {
  const at = new Date(now).toISOString();
  return creation(shareReadsKey(document_id, id), { reads: 1, first_read_at: at, last_read_at: at });
}

/**
 * Counts a reading at `now` (epoch milliseconds) by a share. The entry of the reading is committed before. The count is written outside of
 * that transaction, because two tabs of one person would conflict. Throws DynamoDB's error.
 */
export const countReading = ({ id, document_id }: ShareItem, now: number): Promise<unknown> => {
  const at = new Date(now).toISOString();
  return changeIf(shareReadsKey(document_id, id), {
    add: { reads: 1 },
    set: { last_read_at: at },
    setOnce: { first_read_at: at },
  });
};
