/** Measurements of the entry page, in points. The origin is the lower left corner. */

import type { Color } from '../document/pdfPage.ts';

/** A4 (ISO 216). */
export const pageSize = [595.28, 841.89] as const;

const letterHeight = 792;
/** Office printers leave half an inch white. */
const printerMargin = 36;
/** The height that an A4 page loses when it is printed on US Letter, at the top or at the foot. */
const letterLoss = pageSize[1] - letterHeight;

/** Nothing is drawn outside these limits, so that the page fits A4 and US Letter. */
export const contentTop = pageSize[1] - letterLoss - printerMargin;
export const contentBottom = letterLoss + printerMargin;
export const contentLeft = 68;
export const contentWidth = pageSize[0] - 2 * contentLeft;

export const ink: Color = [0.09, 0.11, 0.15];
export const quietInk: Color = [0.36, 0.4, 0.46];
export const hairline: Color = [0.78, 0.8, 0.83];
export const accent: Color = [0.1, 0.29, 0.47];
