import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { lackedKinds } from '../../../shared/pdf/copies/kinds.ts';
import { type CompiledWasm, compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import type { WatermarkBlock } from '../../../shared/pdf/watermark/watermark.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { LimitedThread, type Stopped, withinLimits } from '../threads/limitedThread.ts';
import { checkLimits, copyLimits, stampLimits, stampMegabytes } from './bounds.ts';

const taskRoot = environment('taskRoot');

export const stampSetup = z.object({ pdfium: z.custom<CompiledWasm>(), megabytes: z.int() });

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
export const stampQuestion = z.union([
  z.object({
    file: bytes,
    page_count: z.int(),
    block: z.object({
      pdf: bytes,
      size: z.object({ width: z.number(), height: z.number() }),
      pointsPerEm: z.number(),
    }),
  }),
  /** Checks the watermarks of a page. The first page is 0. */
  z.object({ check: z.int() }),
  z.object({ finish: z.literal(true) }),
]);

const stampAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('begun'), to_check: z.array(z.int()) }),
  z.object({ outcome: z.literal('checked') }),
  z.object({
    outcome: z.literal('stamped'),
    pdf: bytes,
    signatures: z.int(),
    attachments: z.int(),
    lacks: z.array(z.enum(lackedKinds)),
  }),
  z.object({ outcome: z.literal('refused'), refusal: z.enum(['password', 'damaged']) }),
]);
export type StampAnswer = z.infer<typeof stampAnswer>;
/** The last answer about a file. */
type StampOutcome = Extract<StampAnswer, { outcome: 'stamped' | 'refused' }> | Stopped;

const tooSlow: Stopped = {
  outcome: 'stopped',
  failure: `not done after ${stampLimits.cpuMilliseconds} ms of computing`,
};

/** Returns an answer after which nothing is asked. The thread may be controlled by a hostile file, and answer anything. */
const lastOf = (answer: StampAnswer | Stopped): StampOutcome =>
  answer.outcome === 'begun' || answer.outcome === 'checked'
    ? { outcome: 'stopped', failure: 'the thread answered another question' }
    : answer;

let compiled: Promise<CompiledWasm> | undefined;

/**
 * Stamps a file in a thread of its own. Resolves with `stopped` if the thread exceeds its limits. Rejects if no thread could start, which
 * is not the file's fault.
 */
export async function stampInThread(
  file: Uint8Array,
  page_count: number,
  block: WatermarkBlock,
): Promise<StampOutcome> {
  compiled ??= readFile(join(taskRoot(), wasmFiles.pdfium.file)).then(compileWasm);
  const thread = new LimitedThread(join(taskRoot(), 'stampFile.cjs'), {
    answer: stampAnswer,
    megabytes: stampLimits.megabytes,
    workerData: { pdfium: await compiled, megabytes: stampMegabytes } satisfies z.infer<typeof stampSetup>,
  });
  try {
    await thread.hasStarted();
    const ask = (question: z.infer<typeof stampQuestion>, limits = stampLimits) =>
      withinLimits(limits, thread, thread.ask(question));
    const begun = await ask({ file, page_count, block }, copyLimits(file.byteLength, page_count));
    if (begun.outcome !== 'begun') return lastOf(begun);
    for (const index of begun.to_check) {
      const checked = await ask({ check: index }, checkLimits);
      if (checked.outcome !== 'checked') return lastOf(checked);
      if ((await thread.usage()).cpuMilliseconds > stampLimits.cpuMilliseconds) return tooSlow;
    }
    return lastOf(await ask({ finish: true }));
  } finally {
    thread.end();
  }
}
