import createDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import { type CompiledWasm, running } from '../wasm.ts';
import type { Picture } from './picture.ts';

/** Returns a function that decodes WebP pictures. `module` is the compiled `webp_dec.wasm`. */
export async function startWebpDecoder(module: CompiledWasm): Promise<(webp: Uint8Array) => Picture> {
  const decoder = await createDecoder(running(module));
  return (webp) => {
    const decoded = decoder.decode(webp);
    if (!decoded) throw new Error('libwebp decoded no picture');
    const { width, height, data } = decoded;
    return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  };
}
