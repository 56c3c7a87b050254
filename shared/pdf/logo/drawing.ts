import { PDFContext, type PDFRef, PDFWriter, PngEmbedder } from 'pdf-lib';
import { jpegHeader } from './jpeg.ts';
import { checkedPng } from './png.ts';
import type { PictureHeader } from './unfitPicture.ts';

/** A picture as the one page of a PDF. Its size in points is that of the picture in pixels, as it is to be shown. */
export interface Drawing {
  readonly pdf: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Whether every pixel must be covered once the page is drawn. */
  readonly isOpaque: boolean;
}

/**
 * Returns a PNG whose header was checked as a page. PDFium then draws it in any size. Throws an UnfitPictureError if the file is damaged.
 */
export async function drawingOfPng(file: Uint8Array, { width, height }: PictureHeader): Promise<Drawing> {
  const { png, orientation } = checkedPng(file);
  const context = PDFContext.create();
  const picture = await (await PngEmbedder.for(png)).embedIntoContext(context);
  return drawing(context, picture, { width, height, orientation }, false);
}

/** Returns a JPEG as a page: PDFium decodes it, also with the inks of print. */
export function drawingOfJpeg(file: Uint8Array): Promise<Drawing> {
  const header = jpegHeader(file);
  const context = PDFContext.create();
  const inks = header.components === 4;
  const picture = context.register(
    context.stream(file, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: header.width,
      Height: header.height,
      BitsPerComponent: 8,
      ColorSpace: inks ? 'DeviceCMYK' : header.components === 1 ? 'DeviceGray' : 'DeviceRGB',
      Filter: 'DCTDecode',
      ...(inks && header.isOfAdobe && { Decode: [1, 0, 1, 0, 1, 0, 1, 0] }),
    }),
  );
  return drawing(context, picture, header, true);
}

/**
 * The matrices that place a picture, by its orientation (Exif 3.0, 4.6.5): they map the unit square to the page. `w` and `h` are the sides of the
 * page.
 */
const matrices: readonly ((w: number, h: number) => readonly number[])[] = [
  (w, h) => [w, 0, 0, h, 0, 0],
  (w, h) => [-w, 0, 0, h, w, 0],
  (w, h) => [-w, 0, 0, -h, w, h],
  (w, h) => [w, 0, 0, -h, 0, h],
  (w, h) => [0, -h, -w, 0, w, h],
  (w, h) => [0, -h, w, 0, 0, h],
  (w, h) => [0, h, w, 0, 0, 0],
  (w, h) => [0, h, -w, 0, w, 0],
];
const firstTurned = 5;

async function drawing(
  context: PDFContext,
  picture: PDFRef,
  { orientation, ...stored }: PictureHeader,
  isOpaque: boolean,
): Promise<Drawing> {
  const isTurned = orientation >= firstTurned;
  const width = isTurned ? stored.height : stored.width;
  const height = isTurned ? stored.width : stored.height;
  const matrix = matrices[orientation - 1]?.(width, height) ?? [];
  const pages = context.nextRef();
  const page = context.register(
    context.obj({
      Type: 'Page',
      Parent: pages,
      MediaBox: [0, 0, width, height],
      Resources: { XObject: { Picture: picture } },
      Contents: context.register(context.stream(`${matrix.join(' ')} cm /Picture Do`)),
    }),
  );
  context.assign(pages, context.obj({ Type: 'Pages', Kids: [page], Count: 1 }));
  context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: pages }));
  const pdf = await PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
  return { pdf, width, height, isOpaque };
}
