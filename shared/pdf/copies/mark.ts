import { type PDFContext, PDFDocument, PDFObjectCopier, type PDFRef } from 'pdf-lib';
import {
  type Frame,
  followedBy,
  fromShown,
  type Matrix,
  placements,
  shownSize,
} from '../watermark/placements.ts';
import type { WatermarkBlock } from '../watermark/watermark.ts';
import { nameOf } from './objects.ts';
import { formOfContent } from './pageContent.ts';

/** Returns the places of a block's copies on a page, as matrices from the coordinates of the block to those of the page. */
export function blocksOn(
  frame: Frame,
  { size, pointsPerEm }: Pick<WatermarkBlock, 'size' | 'pointsPerEm'>,
): Matrix[] {
  const scale: Matrix = [1 / pointsPerEm, 0, 0, 1 / pointsPerEm, 0, 0];
  const toPage = fromShown(frame);
  return placements(shownSize(frame), size).map((placement) =>
    followedBy(followedBy(scale, placement), toPage),
  );
}

/**
 * Reads a watermark. The result adds a new copy of it to a file with each call, with fonts of its own, and returns its form object. So no
 * object of a file belongs to more than one watermark.
 */
export async function openMark({ pdf }: WatermarkBlock): Promise<(context: PDFContext) => PDFRef> {
  const document = await PDFDocument.load(pdf);
  const [page] = document.getPages();
  if (!page) throw new Error('the watermark has no page');
  const { width, height } = page.getSize();
  const frame = { left: 0, bottom: 0, right: width, top: height, quarterTurns: 0 };
  const own = document.context;
  page.node.delete(nameOf('StructParents'));
  const form = own.lookup(formOfContent(own, page.node, frame));
  if (!form) throw new Error('the watermark has no content');
  return (context) => context.register(PDFObjectCopier.for(own, context).copy(form));
}
