import * as z from 'zod/mini';
import { HostileThread } from './hostileThread.ts';

/** The outcome of an inspection: the pages that a reader would show, or the reason why none would open the file. */
const inspection = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready'), page_count: z.int() }),
  z.object({ outcome: z.literal('failed'), failure: z.string() }),
]);
export type Inspection = Readonly<z.infer<typeof inspection>>;

/** A thread that inspects files. */
export class InspectionThread extends HostileThread<typeof inspection> {
  #files = 0;

  /** @param megabytes what the thread may take, by whoever looks at its usage */
  constructor(file: string | URL, megabytes: number) {
    super(file, { answer: inspection, megabytes });
  }

  /** The number of files it was given. */
  get files(): number {
    return this.#files;
  }

  /** Inspects a file, which is left as it is, for as long as it takes. The one before must be done. */
  async inspect(pdf: Uint8Array): Promise<Inspection> {
    this.#files += 1;
    // A small file that was read lies in memory that it shares with others, and a thread is given all of it.
    const alone = new Uint8Array(pdf);
    return this.ask(alone, [alone.buffer]);
  }
}
