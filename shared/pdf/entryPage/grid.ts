/** Measurements of the entry page, in points. The origin is the lower left corner. */

import type { Color } from '../document/pdfPage.ts';

/** A4 (ISO 216). */
export const PAGE_SIZE = [595.28, 841.89] as const;

const LETTER_HEIGHT = 792;
/** Office printers leave half an inch white. */
const PRINTER_MARGIN = 36;
/** A4 printed on Letter loses this much, at the top or at the foot. */
const LETTER_LOSS = PAGE_SIZE[1] - LETTER_HEIGHT;

/** Nothing is drawn above, below, or outside these: they hold on A4 and on US Letter. */
export const TOP = PAGE_SIZE[1] - LETTER_LOSS - PRINTER_MARGIN;
export const BOTTOM = LETTER_LOSS + PRINTER_MARGIN;
export const LEFT = 68;
export const CONTENT_WIDTH = PAGE_SIZE[0] - 2 * LEFT;

export const INK: Color = [0.09, 0.11, 0.15];
export const QUIET_INK: Color = [0.36, 0.4, 0.46];
export const HAIRLINE: Color = [0.78, 0.8, 0.83];
export const ACCENT: Color = [0.1, 0.29, 0.47];
