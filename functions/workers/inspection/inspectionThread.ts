import * as z from 'zod/mini';
import { activeKinds } from '../../../shared/pdf/copies/kinds.ts';
import { unreadableCodes } from '../../../shared/pdf/unreadable.ts';
import { LimitedThread } from '../threads/limitedThread.ts';

/** The outcome of an inspection: facts about the file, or the reason why programs could not open the file. */
const inspection = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('ready'),
    page_count: z.int(),
    active_content: z.array(z.enum(activeKinds)),
    /** Absent: it needs none. */
    needs_password: z.optional(z.literal(true)),
  }),
  z.object({ outcome: z.literal('failed'), failure: z.string(), code: z.enum(unreadableCodes) }),
]);
export type Inspection = Readonly<z.infer<typeof inspection>>;

/** A thread that inspects files. */
export class InspectionThread extends LimitedThread<typeof inspection> {
  /**
   * @param megabytes the limit of memory, which callers enforce by polling `usage`
   */
  constructor(file: string | URL, megabytes: number) {
    super(file, { answer: inspection, megabytes });
  }

  /** Inspects a file without a time limit, and does not change its bytes. The previous inspection must be done. */
  async inspect(pdf: Uint8Array): Promise<Inspection> {
    // A small file shares its buffer with other data, and a transfer would take the whole buffer.
    const alone = new Uint8Array(pdf);
    return this.ask(alone, [alone.buffer]);
  }
}
