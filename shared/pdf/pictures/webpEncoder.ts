import createEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { defaultOptions } from '@jsquash/webp/meta.js';
import { type CompiledWasm, running } from '../wasm.ts';
import type { Picture } from './picture.ts';

/**
 * Measured with pages of text and a photograph, of two megapixels: 20 to 144 kB in 65 to 100 ms of computing, text without the
 * shadows that JPEG has around it. (JPEG by MozJPEG: 40 to 243 kB in 150 ms; PNG: up to 3.5 MB. Method 4 saves a tenth of the bytes
 * and takes twice the time.)
 */
const options = { ...defaultOptions, quality: 80, method: 2 };

/** Returns a function that encodes pictures as WebP. @param module `webp_enc_simd.wasm`, compiled */
export async function startWebpEncoder(
  module: CompiledWasm,
): Promise<(picture: Picture) => Uint8Array<ArrayBuffer>> {
  const encoder = await createEncoder(running(module));
  return ({ width, height, rgba }) => {
    const encoded = encoder.encode(rgba, width, height, options);
    if (!encoded) throw new Error(`libwebp encoded no picture of ${width} by ${height}`);
    return new Uint8Array(encoded);
  };
}
