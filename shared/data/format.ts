import * as z from 'zod/mini';
import { bookkeeping, creation, writeBookkeeping } from './commit.ts';
import { ConflictError } from './conflict.ts';
import { operatorList } from './keys.ts';
import { once } from './once.ts';
import { queryItems, readItem } from './read.ts';
import { formatKey, formatRefusal, storedFormat } from './storedFormat.ts';
import { listIndex } from './table.ts';

/** The table has a format that this release does not work with. */
export class FormatError extends Error {}

/** The marker of the format that a table has. It is written once, while the table is new. */
const marker = z.object({ format: z.string() });

/** Throws a FormatError when the table has another format. It is read once in each process. */
export const requireFormat = /* @__PURE__ */ once(async () => {
  const found = await readFormat();
  if (found !== storedFormat) throw new FormatError(formatRefusal(found));
});

/** Does the same, and marks a table that is new: nobody is in it. */
export const markFormat = /* @__PURE__ */ once(async () => {
  if ((await readFormat()) === undefined && !(await isInUse())) await mark();
  await requireFormat();
});

async function readFormat(): Promise<string | undefined> {
  const item = await readItem(formatKey);
  return item && z.parse(marker, item).format;
}

/** A table that was ever used has a person or a service account in it: an erased person stays as an item. */
async function isInUse(): Promise<boolean> {
  const callers = await queryItems(
    {
      IndexName: listIndex.name,
      KeyConditionExpression: '#list = :list',
      ExpressionAttributeNames: { '#list': listIndex.partitionKey },
      ExpressionAttributeValues: { ':list': operatorList.callers },
    },
    1,
  );
  return callers.length > 0;
}

async function mark(): Promise<void> {
  try {
    await writeBookkeeping([bookkeeping('format', creation(formatKey, { format: storedFormat }))]);
  } catch (error) {
    // Somebody else has just marked it.
    if (!(error instanceof ConflictError)) throw error;
  }
}
