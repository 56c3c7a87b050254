import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenPdf } from '../pdfium/document.ts';
import { drawOver } from '../pdfium/draw.ts';
import { Pdfium } from '../pdfium/pdfium.ts';
import { compileWasm, wasmFiles } from '../wasm.ts';
import type { Size } from '../watermark/placements.ts';
import { startWebpDecoder } from './webpDecoder.ts';
import { startWebpEncoder } from './webpEncoder.ts';

/** Enough memory for the picture of any page, and for a watermark with its fonts. */
const pdfiumMegabytes = 128;

export type PictureStamp = Awaited<ReturnType<typeof openPictureStamp>>;

/**
 * Returns a stamp that draws a page over pictures. The page is from a PDF that the service made. No PDF of a client is read, so the stamp
 * needs no thread.
 *
 * @param directory a directory with the files that `wasmFiles` names; the bundler puts these files beside the function
 */
export async function openPictureStamp(directory: string) {
  const compile = async ({ file }: { readonly file: string }) =>
    compileWasm(await readFile(join(directory, file)));
  const [pdfium, decode, encode] = await Promise.all([
    compile(wasmFiles.pdfium).then((module) => Pdfium.start(module, pdfiumMegabytes)),
    compile(wasmFiles.webpDecoder).then(startWebpDecoder),
    compile(wasmFiles.webpEncoder).then(startWebpEncoder),
  ]);
  return {
    /**
     * Returns a copy of a picture, with the first page of a PDF drawn over it.
     * @param draw makes a PDF with the proportions of the picture
     */
    async stamp(webp: Uint8Array, draw: (size: Size) => Promise<Uint8Array>): Promise<Uint8Array> {
      const picture = decode(webp);
      const pdf = OpenPdf.open(pdfium, await draw({ width: picture.width, height: picture.height }));
      try {
        const stamped = pdf.withPage(0, (page) => drawOver(pdfium, picture, page));
        if (!stamped) throw new Error('the watermark has no page');
        return encode(stamped);
      } finally {
        pdf.close();
      }
    },
  };
}
