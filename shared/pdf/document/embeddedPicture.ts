import type { PDFContext, PDFRef } from 'pdf-lib';
import type { Picture } from '../pictures/picture.ts';

/** Embeds a picture without loss (ISO 32000-1, 8.9.5), and returns a reference to it. Its opacity is a mask beside its colors. */
export function embeddedPicture(context: PDFContext, { width, height, rgba }: Picture): PDFRef {
  const colors = rgba.filter((_, at) => at % 4 !== 3);
  const opacity = rgba.filter((_, at) => at % 4 === 3);
  const about = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 };
  const isOpaque = opacity.every((one) => one === 0xff);
  const mask = isOpaque
    ? undefined
    : context.register(context.flateStream(opacity, { ...about, ColorSpace: 'DeviceGray' }));
  return context.register(
    context.flateStream(colors, { ...about, ColorSpace: 'DeviceRGB', ...(mask && { SMask: mask }) }),
  );
}
