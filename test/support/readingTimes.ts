import * as z from 'zod/mini';
import { type ActorId, activityId, documentId } from '../../shared/contract/identifiers.ts';
import { getDocument } from '../../shared/data/documents/documents.ts';
import { storedName } from '../../shared/data/reading/readers.ts';
import { addSeconds } from '../../shared/data/reading/seenPages.ts';
import type { Stage } from './stages/stage.ts';

interface Reader {
  readonly id: ActorId;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens the page of a document with a ready version. Then counts seconds for its pages, as if the reader stayed there for an hour. */
export async function stayOnPages(
  { credentials: { base_url } }: Stage,
  named: string,
  { id, headers }: Reader,
  seconds: Readonly<Record<number, number>>,
): Promise<void> {
  const page = await (await fetch(`${base_url}/d/${named}`, { headers })).text();
  const viewId = z.parse(activityId, /view=(act_\w+)/.exec(page)?.[1]);
  const document = await getDocument(z.parse(documentId, named));
  if (!document?.current_version) throw new Error(`${named} has no version.`);
  const reported = {
    document,
    version_id: document.current_version.id,
    reader: storedName({ user_id: id }),
    viewId,
    batch: new Map(Object.entries(seconds).map(([number, one]) => [Number(number), one])),
  };
  await addSeconds(reported, Date.now() + 3_600_000);
}
