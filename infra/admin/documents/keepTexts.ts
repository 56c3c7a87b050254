import { setTimeout as delay } from 'node:timers/promises';
import { scanVersions } from '../../../shared/data/documents/everyVersion.ts';
import { hasDueText } from '../../../shared/data/documents/versions.ts';
import { hasKeptText, lacksText, makeTextDue } from '../../../shared/data/documents/versionText.ts';
import type { Admin } from '../commandLine/admin.ts';

/** The number of versions that are changed at the same time. The SDK has more connections, so no request waits. */
const concurrency = 25;
/** Reading a page of items costs 128 read units. With this pause, the command uses at most 1,280 a second. */
const pageMilliseconds = 100;
/** The workers keep about 16 texts a second. With this time between two texts, few wait in the queue, and none is sent again. */
const textMilliseconds = 60;

/**
 * Makes the text due of all versions that are ready and from before 1.1.0. Workers do the rest, so the command can be interrupted and
 * repeated: it leaves out the versions that it has reached before.
 */
export async function keepTexts({ output, clock }: Admin): Promise<void> {
  const counts = { made_due: 0, waiting: 0, kept: 0 };
  let dueAt = clock();
  for await (const page of scanVersions()) {
    const pageOver = delay(pageMilliseconds);
    const found = page.flatMap(({ processing_status, ...version }) =>
      processing_status === undefined ? [] : { ...version, processing_status },
    );
    counts.waiting += found.filter(hasDueText).length;
    counts.kept += found.filter(hasKeptText).length;
    const lacking = found.filter(lacksText);
    for (let start = 0; start < lacking.length; start += concurrency) {
      const some = lacking.slice(start, start + concurrency);
      // A version that has changed since it was read is reached by the next run.
      const changed = await Promise.all(
        some.map((version) => {
          dueAt += textMilliseconds;
          return makeTextDue(version, dueAt);
        }),
      );
      counts.made_due += changed.filter(Boolean).length;
    }
    await pageOver;
  }
  output.record(counts);
  output.note(
    'Workers keep the texts from now on. `queues list` shows the queue texts, which is empty at the end.',
  );
}
