/** Measurements of the entry page, in points. The origin is the lower left corner. */

import { channelsOf } from '../../contract/accentColor.ts';
import type { Color } from '../document/pdfPage.ts';

/** A4 (ISO 216). */
export const pageSize = [595.28, 841.89] as const;

const letterHeight = 792;
/** The edge that office printers leave white: half an inch. */
const printerMargin = 36;
/**
 * The height by which A4 is larger than US Letter. When the page is printed on US Letter, this height is lost at the top or at the foot.
 */
const letterLoss = pageSize[1] - letterHeight;

/** Content is drawn only within these limits, so that it fits A4 and US Letter. */
export const contentTop = pageSize[1] - letterLoss - printerMargin;
export const contentBottom = letterLoss + printerMargin;
export const contentLeft = 68;
export const contentWidth = pageSize[0] - 2 * contentLeft;

export const ink: Color = [0.09, 0.11, 0.15];
export const quietInk: Color = [0.36, 0.4, 0.46];
export const hairline: Color = [0.78, 0.8, 0.83];
const serviceAccent: Color = [0.1, 0.29, 0.47];

/** Returns the color of the line above the title and of the link. `chosen`: the accent color of the organization */
export function accentOf(chosen: string | undefined): Color {
  if (chosen === undefined) return serviceAccent;
  const [red, green, blue] = channelsOf(chosen);
  return [red / 255, green / 255, blue / 255];
}
