import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Picture } from '../pictures/picture.ts';
import { shrunk } from '../pictures/shrink.ts';
import { startWebpDecoder } from '../pictures/webpDecoder.ts';
import { compileWasm, wasmFiles } from '../wasm.ts';

/** The file of a logo, as WebP. */
export interface LogoFile {
  readonly webp: Uint8Array;
  /** A directory with the WebP decoder; the bundler puts it beside the function. */
  readonly directory: string;
}

/** A logo, and its size on the page in points. */
export interface PlacedLogo {
  readonly picture: Picture;
  readonly width: number;
  readonly height: number;
}

/** The largest logo on the page, in points. */
const most = { width: 132, height: 36 };
/** The pixels of the drawn logo for each point: 250 for an inch. More would only make the file larger. */
const pixelsPerPoint = 250 / 72;

/** Decodes a logo, and fits it into its place. A small one is not enlarged beyond a pixel for each point. */
export async function placedLogo({ webp, directory }: LogoFile): Promise<PlacedLogo> {
  const decode = await startWebpDecoder(
    await compileWasm(await readFile(join(directory, wasmFiles.webpDecoder.file))),
  );
  const picture = decode(webp);
  const scale = Math.min(most.width / picture.width, most.height / picture.height, 1);
  const factor = Math.max(1, Math.floor(1 / (scale * pixelsPerPoint)));
  return {
    picture: shrunk(picture, factor),
    width: picture.width * scale,
    height: picture.height * scale,
  };
}
