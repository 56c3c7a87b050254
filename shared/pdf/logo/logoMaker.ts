import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logoSideMaxPixels, logoSideMinPixels, storedLogoMaxBytes } from '../../contract/limits.ts';
import { OpenPdf } from '../pdfium/document.ts';
import { drawOver } from '../pdfium/draw.ts';
import { Pdfium } from '../pdfium/pdfium.ts';
import { startWebpEncoder } from '../pictures/webpEncoder.ts';
import { compileWasm, wasmFiles } from '../wasm.ts';
import { type Drawing, drawingOfJpeg, drawingOfPng } from './drawing.ts';
import { isJpeg, jpegHeader } from './jpeg.ts';
import { isPng, pngHeader } from './png.ts';
import { UnfitPictureError } from './unfitPicture.ts';

export { UnfitPictureError } from './unfitPicture.ts';

/** Enough memory for a picture of the largest size, with 16 bits a sample. */
const pdfiumMegabytes = 128;

/** The files that are tried, in their order: without loss first, because most logos have few colors. */
const encodings = [{ lossless: 1 }, { quality: 90 }, { quality: 75 }, { quality: 50 }] as const;
/** If none is small enough, the picture is made smaller by this factor. */
const shrinking = 0.8;

/** A picture as it is stored. Its size is in pixels. */
export interface MadeLogo {
  readonly webp: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type LogoMaker = Awaited<ReturnType<typeof openLogoMaker>>;

/**
 * Returns a function that makes a logo of a PNG or JPEG file: a WebP file of at most 40 kB, without metadata. It throws an UnfitPictureError
 * for a file that does not fit, before decoding if the header tells. After any other error, open a new maker.
 *
 * @param directory a directory with the files that `wasmFiles` names; the bundler puts these files beside the function
 */
export async function openLogoMaker(directory: string) {
  const compile = async ({ file }: { readonly file: string }) =>
    compileWasm(await readFile(join(directory, file)));
  const [pdfium, encode] = await Promise.all([
    compile(wasmFiles.pdfium).then((module) => Pdfium.start(module, pdfiumMegabytes)),
    compile(wasmFiles.webpEncoder).then(startWebpEncoder),
  ]);

  return async (file: Uint8Array, mediaType: string): Promise<MadeLogo> => {
    const drawing = await checkedDrawing(file, mediaType);
    const pdf = OpenPdf.open(pdfium, drawing.pdf);
    try {
      for (let scale = 1; ; scale *= shrinking) {
        const [width, height] = [drawing.width, drawing.height].map((side) =>
          Math.max(1, Math.round(side * scale)),
        ) as [number, number];
        const empty = { width, height, rgba: new Uint8Array(width * height * 4) };
        const picture = pdf.withPage(0, (page) => drawOver(pdfium, empty, page));
        if (!picture) throw new Error('the picture has no page');
        if (drawing.isOpaque && picture.rgba[3] !== 0xff)
          throw new UnfitPictureError('must be a whole JPEG picture. This one cannot be decoded');
        for (const encoding of encodings) {
          const webp = encode(picture, encoding);
          if (webp.length <= storedLogoMaxBytes) return { webp, width, height };
        }
      }
    } finally {
      pdf.close();
    }
  };
}

async function checkedDrawing(file: Uint8Array, mediaType: string): Promise<Drawing> {
  if (isPng(file) && mediaType === 'image/png') {
    const header = pngHeader(file);
    checkSides(header);
    return drawingOfPng(file, header);
  }
  if (isJpeg(file) && mediaType === 'image/jpeg') {
    checkSides(jpegHeader(file));
    return drawingOfJpeg(file);
  }
  throw new UnfitPictureError(
    isPng(file) || isJpeg(file)
      ? `is a ${isPng(file) ? 'PNG' : 'JPEG'} picture, but Content-Type is ${mediaType}`
      : 'must be a PNG or JPEG picture',
  );
}

function checkSides({ width, height }: { readonly width: number; readonly height: number }): void {
  if ([width, height].every((side) => side >= logoSideMinPixels && side <= logoSideMaxPixels)) return;
  throw new UnfitPictureError(
    `must be a picture of ${logoSideMinPixels} to ${logoSideMaxPixels} pixels a side. This one has ${width} by ${height}`,
  );
}
