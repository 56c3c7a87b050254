import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { type CompiledWasm, instantiateWasm } from '../wasm.ts';

/** The part of Emscripten's module that this file uses. */
interface WasmImports {
  readonly env: { emscripten_resize_heap(bytes: number): unknown };
}

/** The system call's answer for a file that does not exist (`ENOENT` of WASI). */
const noSuchFile = -44;

/** An address in PDFium's memory. 0 is the null pointer. */
export type Pointer = number;

/**
 * PDFium (Chromium's PDF engine) as WebAssembly: the functions of its C interface, and its memory. Free each object with the counterpart of
 * the function that made it. Each instance has its own memory, which never shrinks. After an exception, even for lack of memory, the state
 * of an instance is unknown: do not use it again.
 */
export class Pdfium {
  readonly functions: WrappedPdfiumModule;
  readonly #memory: { readonly buffer: ArrayBuffer };

  private constructor(functions: WrappedPdfiumModule, memory: { readonly buffer: ArrayBuffer }) {
    this.functions = functions;
    this.#memory = memory;
  }

  /**
   * @param module `pdfium.wasm`, compiled
   * @param megabytes the memory that PDFium may take, with files and images; PDFium requests up to a fifth more than it needs
   */
  static async start(module: CompiledWasm, megabytes: number): Promise<Pdfium> {
    const started = Promise.withResolvers<{ readonly memory: { readonly buffer: ArrayBuffer } }>();
    const hooks = {
      instantiateWasm: (imports: WasmImports, receive: (instance: object) => void) => {
        const { env } = imports;
        const grow = env.emscripten_resize_heap;
        // PDFium aborts if it gets no memory.
        const bounded = (bytes: number) => (bytes >>> 0 > megabytes * 2 ** 20 ? 0 : grow(bytes));
        // PDFium looks for the fonts of the system. Emscripten's files, which a hostile file could write, would outlast `FreshPdfium.next`.
        const changed = { emscripten_resize_heap: bounded, __syscall_openat: () => noSuchFile };
        instantiateWasm(module, { ...imports, env: { ...env, ...changed } }).then((instance) => {
          started.resolve(instance.exports);
          receive(instance);
        }, started.reject);
        // For Emscripten, an empty object means that the instance follows later.
        return {};
      },
      // Otherwise a file could make PDFium write to the console.
      print: () => undefined,
      printErr: () => undefined,
    };
    const [{ memory }, functions] = await Promise.all([started.promise, init(hooks)]);
    functions.PDFiumExt_Init();
    return new Pdfium(functions, memory);
  }

  /** Returns a part of the memory. After a later allocation, the array may be invalid. */
  bytes(pointer: Pointer, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, pointer, length);
  }

  /** The size of the memory so far. */
  get megabytes(): number {
    return this.#memory.buffer.byteLength / 2 ** 20;
  }

  /** Calls `work` with `length` bytes of memory, and frees them. Throws if there is not enough memory. */
  withMemory<T>(length: number, work: (pointer: Pointer) => T): T {
    const { malloc, free } = this.functions.pdfium.wasmExports;
    const pointer = malloc(length);
    if (pointer === 0) throw new Error(`PDFium has no ${length} bytes of memory`);
    try {
      return work(pointer);
    } finally {
      free(pointer);
    }
  }
}
