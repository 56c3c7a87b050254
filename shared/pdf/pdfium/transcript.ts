import { annotationTexts } from './annotationTexts.ts';
import type { OpenPage } from './document.ts';
import type { Pdfium } from './pdfium.ts';
import { textOf } from './text.ts';

/**
 * Returns the text that the picture of a page shows: first the page's content, then form fields, comments and signatures, one on each line.
 * At most the first `maxCharacters` UTF-16 units.
 */
export function transcriptOf(pdfium: Pdfium, page: OpenPage, maxCharacters: number): string {
  const text = textOf(pdfium, page.pointer, maxCharacters);
  const annotations = annotationTexts(pdfium, page, maxCharacters - text.length);
  return [text, ...annotations].join('\r\n').slice(0, maxCharacters);
}
