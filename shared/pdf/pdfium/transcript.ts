import { annotationTexts } from './annotationTexts.ts';
import type { OpenPage } from './document.ts';
import { frameOf } from './frame.ts';
import type { Layers } from './layers.ts';
import type { Pdfium } from './pdfium.ts';
import { textOf } from './text.ts';

/**
 * Returns the text that the picture of a page shows: first the page's content, then form fields, comments and signatures, one on each line.
 * It has no text of hidden layers and none outside the crop box. Covered text belongs to it (see the decisions about policies).
 * @param maxCharacters the text is cut after this many UTF-16 units
 */
export function transcriptOf(pdfium: Pdfium, layers: Layers, page: OpenPage, maxCharacters: number): string {
  const frame = frameOf(pdfium, page);
  const text = layers.withVisibleText(page, (visible) => textOf(pdfium, visible, maxCharacters, frame));
  const annotations = annotationTexts(pdfium, page, maxCharacters - text.length, frame);
  return [text, ...annotations].join('\r\n').slice(0, maxCharacters);
}
