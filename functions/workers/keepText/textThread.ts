import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type CompiledWasm, compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { LimitedThread, resultWithin, type Stopped, withinLimits } from '../threads/limitedThread.ts';
import { openLimits, pageCharactersMax, pageLimits, pdfiumMegabytes } from './bounds.ts';

/** The time limit for reading the usage of a thread. An idle thread answers at once. */
const usageMilliseconds = 1000;

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

let compiled: Promise<CompiledWasm> | undefined;

/**
 * Reads the texts of a file's pages in a thread. If a page exceeds its limits, the thread ends and the page is not read. The next page is
 * read in a new thread.
 */
export class TextThread {
  readonly #file: Uint8Array;
  #thread: LimitedThread<typeof textAnswer> | undefined;
  /** The CPU time of the threads that have ended. */
  #computedBefore = 0;

  constructor(file: Uint8Array) {
    this.#file = file;
  }

  /** Opens the file in a new thread. Rejects if no thread could start, which is not the file's fault. */
  async open(): Promise<TextAnswer | Stopped> {
    compiled ??= readFile(join(taskRoot(), wasmFiles.pdfium.file)).then(compileWasm);
    const thread = new LimitedThread(join(taskRoot(), 'readTexts.cjs'), {
      answer: textAnswer,
      megabytes: pageLimits.megabytes,
      workerData: { pdfium: await compiled, megabytes: pdfiumMegabytes } satisfies z.infer<typeof textSetup>,
    });
    this.#thread = thread;
    await thread.hasStarted();
    // The thread gets a copy, because another thread may need the file.
    const file = new Uint8Array(this.#file);
    return this.#within(openLimits, thread, thread.ask({ file }, [file.buffer]));
  }

  /** Reads the text of a page. The first page is 1. */
  async read(page: number): Promise<TextAnswer | Stopped> {
    if (!this.#thread) {
      const opened = await this.open();
      if (opened.outcome !== 'opened') return opened;
    }
    const thread = this.#thread;
    if (!thread) return { outcome: 'stopped', failure: 'the thread ended' };
    return this.#within(pageLimits, thread, thread.ask({ page }));
  }

  /** The CPU time of all threads of this file, as of the last call of `measure`. */
  get computedMilliseconds(): number {
    return this.#computedBefore + (this.#thread?.computedMilliseconds ?? 0);
  }

  /** Reads the usage of the thread, so that the CPU time of short answers counts too. Ends a thread that does not reply. */
  async measure(): Promise<void> {
    const usage = this.#thread?.usage().catch(() => undefined);
    if (usage && !(await resultWithin(usage, usageMilliseconds))) this.end();
  }

  end(): void {
    this.#computedBefore = this.computedMilliseconds;
    this.#thread?.end();
    this.#thread = undefined;
  }

  async #within(
    limits: typeof pageLimits,
    thread: LimitedThread<typeof textAnswer>,
    answer: Promise<TextAnswer>,
  ): Promise<TextAnswer | Stopped> {
    const outcome = await withinLimits(limits, thread, answer);
    if (outcome.outcome === 'stopped') this.end();
    return outcome;
  }
}
