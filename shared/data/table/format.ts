import * as z from 'zod/mini';
import { memory } from '../../runtime/memory.ts';
import { operatorList } from '../keys/operatorLists.ts';
import { bookkeeping, creation, writeBookkeeping } from './commit.ts';
import { unlessConflict } from './conflict.ts';
import { queryList, readAs } from './read.ts';
import { formatKey, formatRefusal, storedFormat } from './storedFormat.ts';

/** The table has a format that this release does not support. */
export class FormatError extends Error {}

/** The marker that says which format a table has. It is written once, while the table is new. */
const marker = z.object({ format: z.string() });

/** The check of this process; undefined: no check has begun, or the last check failed. */
const checked = memory<Promise<void> | undefined>(() => undefined);

/** Throws a FormatError when the table does not have the format of this release. Each process reads the marker once. */
export function requireFormat(): Promise<void> {
  checked.current ??= refuseOtherFormats().catch((error: unknown) => {
    checked.current = undefined;
    throw error;
  });
  return checked.current;
}

/**
 * Marks the table if it is new, and then does the same as `requireFormat`. A new table has no users or service accounts. Another process
 * may mark the table at the same time.
 */
export async function markFormat(): Promise<void> {
  if (!checked.current && (await readFormat()) === undefined && !(await isInUse()))
    await unlessConflict(
      writeBookkeeping([bookkeeping('format', creation(formatKey, { format: storedFormat }))]),
    );
  await requireFormat();
}

async function refuseOtherFormats(): Promise<void> {
  const found = await readFormat();
  if (found !== storedFormat) throw new FormatError(formatRefusal(found));
}

const readFormat = async (): Promise<string | undefined> => (await readAs(marker, formatKey))?.format;

/** A table that was ever used has a person or a service account, because the items of erased people are kept. */
const isInUse = async (): Promise<boolean> => (await queryList(operatorList.callers, 1)).length > 0;
