import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type CompiledWasm, compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { LimitedThread, resultWithin, type Stopped, withinLimits } from '../threads/limitedThread.ts';
import { openLimits, pageLimits, pdfiumMegabytes } from './bounds.ts';

/** The time limit for reading the usage of a thread. An idle thread answers at once. */
const usageMilliseconds = 1000;

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

/**
 * Draws the pages of a file in a thread. If a page exceeds its limits, the thread ends and the page is not drawn. The next page is drawn in
 * a new thread.
 */
export class Rendering {
  readonly #file: Uint8Array;
  #thread: LimitedThread<typeof renderAnswer> | undefined;
  /** The CPU time of the threads that have ended. */
  #computedBefore = 0;

  constructor(file: Uint8Array) {
    this.#file = file;
  }

  /** Opens the file in a new thread. Rejects if no thread could start, which is not the file's fault. */
  async open(): Promise<RenderAnswer | Stopped> {
    const thread = await this.#start();
    // The thread gets a copy, because another thread may need the file.
    const file = new Uint8Array(this.#file);
    return this.#within(openLimits, thread, thread.ask({ file }, [file.buffer]));
  }

  async draw(page: number): Promise<RenderAnswer | Stopped> {
    if (!this.#thread) {
      const opened = await this.open();
      if (opened.outcome !== 'opened') return opened;
    }
    const thread = this.#thread;
    if (!thread) return { outcome: 'stopped', failure: 'the thread ended' };
    return this.#within(pageLimits, thread, thread.ask({ page }));
  }

  /** The CPU time of all threads of this file. */
  get computedMilliseconds(): number {
    return this.#computedBefore + (this.#thread?.computedMilliseconds ?? 0);
  }

  end(): void {
    this.#computedBefore = this.computedMilliseconds;
    this.#thread?.end();
    this.#thread = undefined;
  }

  async #start(): Promise<LimitedThread<typeof renderAnswer>> {
    modules ??= Promise.all([compile(wasmFiles.pdfium.file), compile(wasmFiles.webpEncoder.file)]);
    const [pdfium, encoder] = await modules;
    const thread = new LimitedThread(join(taskRoot(), 'renderPages.cjs'), {
      answer: renderAnswer,
      megabytes: pageLimits.megabytes,
      workerData: {
        pdfium,
        encoder,
        megabytes: pdfiumMegabytes,
        fontsDirectory: join(taskRoot(), 'fonts'),
      } satisfies z.infer<typeof renderSetup>,
    });
    this.#thread = thread;
    await thread.hasStarted();
    return thread;
  }

  async #within(
    limits: typeof pageLimits,
    thread: LimitedThread<typeof renderAnswer>,
    answer: Promise<RenderAnswer>,
  ): Promise<RenderAnswer | Stopped> {
    const outcome = await withinLimits(limits, thread, answer);
    // Reads the usage again, so that the CPU time of short answers counts too. Ends a thread that does not reply.
    if (
      outcome.outcome === 'stopped' ||
      !(await resultWithin(
        thread.usage().catch(() => undefined),
        usageMilliseconds,
      ))
    )
      this.end();
    return outcome;
  }
}
