import createEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { defaultOptions } from '@jsquash/webp/meta.js';
import { type CompiledWasm, running } from '../wasm.ts';
import type { Picture } from './picture.ts';

/**
 * With these options, a page of two megapixels takes 20 to 144 kB and 65 to 100 ms of computing, measured with text and with a photograph.
 * In JPEG, text would have shadows around it; MozJPEG took 40 to 243 kB and 150 ms. PNG took up to 3.5 MB. With method 4, pictures are a
 * tenth smaller, but encoding takes twice the time.
 */
const options = { ...defaultOptions, quality: 80, method: 2 };

/** Changes of the options: a quality from 0 to 100, or 1 for a file without loss. */
type Encoding = { readonly quality?: number; readonly lossless?: 1 };

/** Returns a function that encodes pictures as WebP. `module` is the compiled `webp_enc_simd.wasm`. */
export async function startWebpEncoder(
  module: CompiledWasm,
): Promise<(picture: Picture, encoding?: Encoding) => Uint8Array<ArrayBuffer>> {
  const encoder = await createEncoder(running(module));
  return ({ width, height, rgba }, encoding) => {
    const encoded = encoder.encode(rgba, width, height, { ...options, ...encoding });
    if (!encoded) throw new Error(`libwebp encoded no picture of ${width} by ${height}`);
    return new Uint8Array(encoded);
  };
}
