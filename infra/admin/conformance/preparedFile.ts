import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type ActorId, actorId } from '../../../shared/contract/identifiers.ts';
import { Refusal } from '../commandLine/refusal.ts';

/** The fields of a credentials file that say what was prepared, and where. */
const prepared = z.object({ base_url: z.string(), prepared: z.object({ caller_ids: z.array(actorId) }) });

/**
 * Writes a new file, readable by its owner only, because it will hold secrets. Throws a Refusal if the file exists.
 *
 * @param callerIds the ids of all prepared callers
 */
export async function writePrepared(path: string, base_url: string, callerIds: ActorId[]): Promise<void> {
  const content = { base_url, prepared: { caller_ids: callerIds } };
  await write(path, content, 'wx').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'EEXIST'
        ? `The file ${path} exists already. Name another file, or first remove the people in it: conformance remove ${path}`
        : `${path} cannot be written: ${error.message}`,
    );
  });
}

/** Completes the file with the credentials. */
export async function completePrepared(path: string, credentials: object): Promise<void> {
  await write(path, { ...credentials, ...(await readPrepared(path)) }, 'w');
}

const write = (path: string, content: object, flag: 'w' | 'wx'): Promise<void> =>
  writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag });

/** Reads which callers were prepared, and where. Throws a Refusal for a file that `conformance prepare` did not write. */
export async function readPrepared(path: string): Promise<z.infer<typeof prepared>> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Refusal(`${path} cannot be read: ${error.message}`);
  });
  try {
    return z.parse(prepared, JSON.parse(text));
  } catch {
    throw new Refusal(`${path} was not written by conformance prepare.`);
  }
}
