// The library es2024 has no types for WebAssembly. These are the parts that the code uses.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledWasm>;
  instantiate(module: CompiledWasm, imports: object): Promise<WasmInstance>;
};

/** A compiled WebAssembly file. It has no state, so it can be passed to threads. */
export type CompiledWasm = { readonly compiledWasm: unique symbol };

interface WasmInstance {
  readonly exports: { readonly memory: { readonly buffer: ArrayBuffer } };
}

/**
 * The WebAssembly files that come from npm packages. `file`: the name of the copy that the bundler puts beside the bundled function.
 * `from`: the file in the package. `usedBy`: the source file that needs it.
 */
export const wasmFiles = {
  /** Reads and draws PDFs. */
  pdfium: {
    file: 'pdfium.wasm',
    from: '@embedpdf/pdfium/pdfium.wasm',
    usedBy: 'shared/pdf/pdfium/pdfium.ts',
  },
  webpEncoder: {
    file: 'webp_enc_simd.wasm',
    from: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
    usedBy: 'shared/pdf/pictures/webpEncoder.ts',
  },
  webpDecoder: {
    file: 'webp_dec.wasm',
    from: '@jsquash/webp/codec/dec/webp_dec.wasm',
    usedBy: 'shared/pdf/pictures/webpDecoder.ts',
  },
} as const;

export const compileWasm = (bytes: Uint8Array): Promise<CompiledWasm> => WebAssembly.compile(bytes);

export const instantiateWasm = (module: CompiledWasm, imports: object): Promise<WasmInstance> =>
  WebAssembly.instantiate(module, imports);

/** Returns options for Emscripten's programs. With these, a program runs a compiled file, and loads no other file. */
export const running = (module: CompiledWasm) => ({
  instantiateWasm: (imports: object, receive: (instance: object) => void) => {
    void instantiateWasm(module, imports).then(receive);
    // For Emscripten, an empty object means that the instance follows later.
    return {};
  },
  locateFile: (file: string) => file,
});
