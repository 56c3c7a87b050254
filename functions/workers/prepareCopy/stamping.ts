import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { lackedKinds } from '../../../shared/pdf/copies/kinds.ts';
import { type CompiledWasm, compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import type { WatermarkBlock } from '../../../shared/pdf/watermark/watermark.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { LimitedThread, type Stopped, withinLimits } from '../threads/limitedThread.ts';
import { stampLimits, stampMegabytes } from './bounds.ts';

const taskRoot = environment('taskRoot');

export const stampSetup = z.object({ pdfium: z.custom<CompiledWasm>(), megabytes: z.int() });

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
export const stampQuestion = z.object({
  file: bytes,
  page_count: z.int(),
  block: z.object({
    pdf: bytes,
    size: z.object({ width: z.number(), height: z.number() }),
    pointsPerEm: z.number(),
  }),
});

const stampAnswer = z.discriminatedUnion('outcome', [
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

let compiled: Promise<CompiledWasm> | undefined;

/**
 * Stamps a file in a thread of its own. Resolves with `stopped` if the thread exceeds its limits. Rejects if no thread could start, which
 * is not the file's fault.
 */
export async function stampInThread(
  file: Uint8Array,
  page_count: number,
  block: WatermarkBlock,
): Promise<StampAnswer | Stopped> {
  compiled ??= readFile(join(taskRoot(), wasmFiles.pdfium.file)).then(compileWasm);
  const thread = new LimitedThread(join(taskRoot(), 'stampFile.cjs'), {
    answer: stampAnswer,
    megabytes: stampLimits.megabytes,
    workerData: { pdfium: await compiled, megabytes: stampMegabytes } satisfies z.infer<typeof stampSetup>,
  });
  try {
    await thread.hasStarted();
    const question = { file, page_count, block } satisfies z.infer<typeof stampQuestion>;
    return await withinLimits(stampLimits, thread, thread.ask(question));
  } finally {
    thread.end();
  }
}
