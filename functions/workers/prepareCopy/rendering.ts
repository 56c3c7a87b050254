import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type CompiledWasm, compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { FileThread } from '../threads/fileThread.ts';
import { LimitedThread } from '../threads/limitedThread.ts';
import { ThreadPool } from '../threads/threadPool.ts';
import { openLimits, pageLimits, pdfiumMegabytes } from './bounds.ts';

const taskRoot = environment('taskRoot');

const compiled = z.custom<CompiledWasm>();
/** The thread's data at its start. Threads share the compiled files, so that replacing a killed thread is cheap. */
export const renderSetup = z.object({
  pdfium: compiled,
  encoder: compiled,
  megabytes: z.int(),
  fontsDirectory: z.string(),
});

const bytes = z.instanceof(Uint8Array);
export const renderQuestion = z.union([
  z.object({ file: bytes }),
  /** The first page is 1. */
  z.object({ page: z.int() }),
]);

const renderAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('opened'), page_count: z.int() }),
  z.object({ outcome: z.literal('refused'), refusal: z.enum(['password', 'damaged']) }),
  z.object({
    outcome: z.literal('drawn'),
    width: z.int(),
    height: z.int(),
    webp: bytes,
    /** A small picture of the first page. */
    small: z.optional(bytes),
    text: z.string(),
    /** Whether letters are blank, because the file only names their font. */
    lacks_letters: z.boolean(),
  }),
  /** The file lists this page, but the page is missing. */
  z.object({ outcome: z.literal('undrawn') }),
]);
export type RenderAnswer = z.infer<typeof renderAnswer>;

const compile = async (file: string): Promise<CompiledWasm> =>
  compileWasm(await readFile(join(taskRoot(), file)));
let modules: Promise<[CompiledWasm, CompiledWasm]> | undefined;

const threads = new ThreadPool({
  megabytes: pageLimits.megabytes,
  start: async () => {
    modules ??= Promise.all([compile(wasmFiles.pdfium.file), compile(wasmFiles.webpEncoder.file)]);
    const [pdfium, encoder] = await modules;
    return new LimitedThread(join(taskRoot(), 'renderPages.cjs'), {
      answer: renderAnswer,
      megabytes: pageLimits.megabytes,
      workerData: {
        pdfium,
        encoder,
        megabytes: pdfiumMegabytes,
        fontsDirectory: join(taskRoot(), 'fonts'),
      } satisfies z.infer<typeof renderSetup>,
    });
  },
});

export type Rendering = FileThread<typeof renderAnswer>;

/** Returns what draws the pages of a file in a thread. */
export const renderingOf = (file: Uint8Array): Rendering =>
  new FileThread(file, { threads, openLimits, pageLimits });
