import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type CompiledWasm, compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { FileThread } from '../threads/fileThread.ts';
import { LimitedThread } from '../threads/limitedThread.ts';
import { ThreadPool } from '../threads/threadPool.ts';
import { openLimits, pageCharactersMax, pageLimits, pdfiumMegabytes } from './bounds.ts';

const taskRoot = environment('taskRoot');

/** The thread's data at its start. Threads share the compiled file, so that replacing a killed thread is cheap. */
export const textSetup = z.object({ pdfium: z.custom<CompiledWasm>(), megabytes: z.int() });

export const textQuestion = z.union([
  z.object({ file: z.instanceof(Uint8Array) }),
  /** The first page is 1. */
  z.object({ page: z.int() }),
]);

const textAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('opened'), page_count: z.int().check(z.gte(0)) }),
  z.object({ outcome: z.literal('refused'), refusal: z.enum(['password', 'damaged']) }),
  /** The text as PDFium has it. It may end at the limit of characters. */
  z.object({ outcome: z.literal('read'), text: z.string().check(z.maxLength(pageCharactersMax)) }),
  /** The file lists this page, but the page is missing. */
  z.object({ outcome: z.literal('missing') }),
]);
export type TextAnswer = z.infer<typeof textAnswer>;

let pdfium: Promise<CompiledWasm> | undefined;

const threads = new ThreadPool({
  megabytes: pageLimits.megabytes,
  start: async () => {
    pdfium ??= readFile(join(taskRoot(), wasmFiles.pdfium.file)).then(compileWasm);
    return new LimitedThread(join(taskRoot(), 'readTexts.cjs'), {
      answer: textAnswer,
      megabytes: pageLimits.megabytes,
      workerData: { pdfium: await pdfium, megabytes: pdfiumMegabytes } satisfies z.infer<typeof textSetup>,
    });
  },
});

export type TextThread = FileThread<typeof textAnswer>;

/** Returns what reads the texts of a file's pages in a thread. */
export const textThreadOf = (file: Uint8Array): TextThread =>
  new FileThread(file, { threads, openLimits, pageLimits });
