import type { Pdfium, Pointer } from './pdfium.ts';

/** Above this size, another instance is cheaper than clearing the memory. */
const clearedMegabytesMax = 64;

/** The memory and the stack of an instance when it had started. The memory after these bytes was empty. */
interface StartState {
  readonly bytes: Uint8Array;
  readonly stack: Pointer;
}

/**
 * Instances of PDFium for one file after the other. Each file finds the state after the start, so that no file can read or change another
 * file. Starting an instance takes 16 ms of CPU time, clearing its memory 1 ms.
 */
export class FreshPdfium {
  readonly #start: () => Promise<Pdfium>;
  #kept: { readonly pdfium: Pdfium; readonly state: StartState } | undefined;

  constructor(start: () => Promise<Pdfium>) {
    this.#start = start;
  }

  /** Returns an instance for one file. The instance of the file before must not be used any more. */
  async next(): Promise<Pdfium> {
    if (this.#kept && this.#kept.pdfium.megabytes <= clearedMegabytesMax) {
      const { pdfium, state } = this.#kept;
      restore(pdfium, state);
      return pdfium;
    }
    this.#kept = undefined;
    const pdfium = await this.#start();
    this.#kept = { pdfium, state: stateOf(pdfium) };
    return pdfium;
  }
}

const memoryOf = (pdfium: Pdfium): Uint8Array => pdfium.bytes(0, pdfium.megabytes * 2 ** 20);

/** Emscripten's functions for the stack, which the types of the package leave out. */
const stackOf = (pdfium: Pdfium) =>
  pdfium.functions.pdfium.wasmExports as unknown as {
    emscripten_stack_get_current(): Pointer;
    _emscripten_stack_restore(pointer: Pointer): void;
  };

function stateOf(pdfium: Pdfium): StartState {
  const memory = memoryOf(pdfium);
  const words = new Uint32Array(memory.buffer);
  let length = words.length;
  while (length > 0 && words[length - 1] === 0) length -= 1;
  return {
    bytes: memory.slice(0, length * words.BYTES_PER_ELEMENT),
    stack: stackOf(pdfium).emscripten_stack_get_current(),
  };
}

/** Memory and stack are all that PDFium can change: its functions are fixed, and it can open no files (`Pdfium.start`). */
function restore(pdfium: Pdfium, { bytes, stack }: StartState): void {
  const memory = memoryOf(pdfium);
  memory.set(bytes);
  memory.fill(0, bytes.length);
  stackOf(pdfium)._emscripten_stack_restore(stack);
}
