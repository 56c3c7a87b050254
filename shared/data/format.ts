import * as z from 'zod/mini';
import { bookkeeping, creation, writeBookkeeping } from './commit.ts';
import { unlessConflict } from './conflict.ts';
import { operatorList } from './keys.ts';
import { once } from './once.ts';
import { queryList, readAs } from './read.ts';
import { formatKey, formatRefusal, storedFormat } from './storedFormat.ts';

/** The table has a format that this release does not work with. */
export class FormatError extends Error {}

/** The marker of the format that a table has. It is written once, while the table is new. */
const marker = z.object({ format: z.string() });

/** Throws a FormatError when the table has another format. It is read once in each process. */
export const requireFormat = /* @__PURE__ */ once(async () => {
  const found = await readFormat();
  if (found !== storedFormat) throw new FormatError(formatRefusal(found));
});

/** Does the same, and marks a table that is new: nobody is in it. Somebody else may mark it at the same moment. */
export const markFormat = /* @__PURE__ */ once(async () => {
  if ((await readFormat()) === undefined && !(await isInUse()))
    await unlessConflict(
      writeBookkeeping([bookkeeping('format', creation(formatKey, { format: storedFormat }))]),
    );
  await requireFormat();
});

const readFormat = async (): Promise<string | undefined> => (await readAs(marker, formatKey))?.format;

/** A table that was ever used has a person or a service account in it: an erased person stays as an item. */
const isInUse = async (): Promise<boolean> => (await queryList(operatorList.callers, 1)).length > 0;
