import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';

const pages = 100;

/** Returns a real PDF of a hundred pages, each with an image that does not compress. It has about `bytes` bytes, and not more. */
export async function largePdf(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page++) {
    const image = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, ColorSpace: 'DeviceGray' };
    const content = randomBytes(Math.floor(bytes / pages) - 1200);
    const reference = pdf.context.register(pdf.context.stream(content, { ...image, BitsPerComponent: 8 }));
    pdf.addPage([612, 792]).node.newXObject('Image', reference);
  }
  return Uint8Array.from(await pdf.save());
}
