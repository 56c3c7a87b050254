import type { Pdfium, Pointer } from './pdfium.ts';
import { utf16At } from './text.ts';

/** Values from fpdf_edit.h and fpdfview.h. */
const objectTypes = { text: 1, form: 5 } as const;
const fillText = 0;
const bitmapFormat = { bgra: 4 } as const;
const renderFlags = { redFirst: 0x10, noSmoothText: 0x1000 } as const;
/** PDFium reads form XObjects to a lower depth. */
const nestingMax = 64;

const pixelsMax = 500_000;
const bytesPerPixel = 4;
const white = 0xffffffff;
/** Groups that are drawn one by one at most. More are hidden if they do not appear in their color. */
const drawnAloneMax = 50;

/** Texts of the same form XObject and the same layer. PDFium draws all of them or none. */
type Group = readonly Pointer[];

/**
 * Makes the texts inactive that PDFium does not draw, among those with a layer and those in form XObjects, which may have a layer. Inactive
 * objects belong neither to the picture nor to the text of a page. PDFium tells neither the layers of form XObjects nor their states, so
 * the texts are drawn: each group in a color of its own, without anything else. Groups without their color, such as transparent ones, are
 * drawn again alone. After this, the page is only good for reading its text.
 */
export function leaveOutHiddenTexts(pdfium: Pdfium, page: Pointer): void {
  const { groups, others } = collect(pdfium, page);
  if (groups.length === 0) return;
  const show = (objects: Group, isShown: boolean) => {
    for (const object of objects) pdfium.functions.FPDFPageObj_SetIsActive(object, isShown);
  };
  show(others, false);
  for (const [index, group] of groups.entries()) for (const text of group) paint(pdfium, text, index + 1);
  const colors = colorsOf(pdfium, page);
  const [seen, unseen] = [true, false].map((isSeen) =>
    groups.filter((_, index) => colors.has(index + 1) === isSeen),
  ) as [Group[], Group[]];
  show(seen.flat(), false);
  const areHidden = unseen.length === 0 || colorsOf(pdfium, page).size === 0;
  show(unseen.flat(), false);
  for (const group of areHidden ? [] : unseen.slice(0, drawnAloneMax)) {
    show(group, true);
    if (colorsOf(pdfium, page).size > 0) seen.push(group);
    show(group, false);
  }
  show([...others, ...seen.flat()], true);
}

function collect(pdfium: Pdfium, page: Pointer): { groups: Group[]; others: Pointer[] } {
  const { functions } = pdfium;
  const groups = new Map<string, Pointer[]>();
  const others: Pointer[] = [];
  const add = (object: Pointer, path: string, nesting: number) => {
    const type = functions.FPDFPageObj_GetType(object);
    const isText = type === objectTypes.text;
    const isForm = type === objectTypes.form && nesting < nestingMax;
    const key = isText || isForm ? `${path} ${layersOf(pdfium, object)}` : path;
    if (isForm) {
      const count = functions.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++)
        add(functions.FPDFFormObj_GetObject(object, index), `${key}/${object}`, nesting + 1);
    } else if (isText && key.trim() !== '') {
      const group = groups.get(key);
      if (group) group.push(object);
      else groups.set(key, [object]);
    } else others.push(object);
  };
  const count = functions.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) add(functions.FPDFPage_GetObject(page, index), '', 0);
  return { groups: [...groups.values()], others };
}

/** Returns the marks that put an object on layers. Objects between the same operators have the same marks. */
function layersOf(pdfium: Pdfium, object: Pointer): string {
  const { functions } = pdfium;
  const count = Math.max(functions.FPDFPageObj_CountMarks(object), 0);
  const marks = Array.from({ length: count }, (_, index) => functions.FPDFPageObj_GetMark(object, index));
  return marks.filter((mark) => nameOf(pdfium, mark) === 'OC').join(',');
}

const nameOf = (pdfium: Pdfium, mark: Pointer): string =>
  utf16At(pdfium, (buffer, length, size) =>
    pdfium.functions.FPDFPageObjMark_GetName(mark, buffer, length, size),
  );

function paint({ functions }: Pdfium, text: Pointer, color: number): void {
  const [red, green, blue] = [color & 0xff, (color >> 8) & 0xff, (color >> 16) & 0xff];
  functions.FPDFPageObj_SetFillColor(text, red, green, blue, 0xff);
  functions.FPDFPageObj_SetBlendMode(text, 'Normal');
  // Scans have invisible text above or below the picture, which shows the same letters.
  functions.FPDFTextObj_SetTextRenderMode(text, fillText);
}

/** Draws a page, and returns its colors other than white. */
function colorsOf(pdfium: Pdfium, page: Pointer): ReadonlySet<number> {
  const { functions } = pdfium;
  const [across, down] = [functions.FPDF_GetPageWidthF(page), functions.FPDF_GetPageHeightF(page)];
  const scale = Math.sqrt(pixelsMax / Math.max(across * down, 1));
  const [width, height] = [across, down].map((side) =>
    Math.min(Math.max(Math.floor(side * scale), 1), 4096),
  ) as [number, number];
  const length = width * height * bytesPerPixel;
  return pdfium.withMemory(length, (buffer) => {
    pdfium.bytes(buffer, length).fill(0xff);
    const bitmap = functions.FPDFBitmap_CreateEx(
      width,
      height,
      bitmapFormat.bgra,
      buffer,
      width * bytesPerPixel,
    );
    const { redFirst, noSmoothText } = renderFlags;
    functions.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, redFirst | noSmoothText);
    functions.FPDFBitmap_Destroy(bitmap);
    const drawn = pdfium.bytes(buffer, length);
    const pixels = new Uint32Array(drawn.buffer, drawn.byteOffset, width * height);
    const colors = new Set<number>();
    let previous = white;
    for (let index = 0; index < pixels.length; index++) {
      const pixel = pixels[index] ?? white;
      if (pixel === previous) continue;
      previous = pixel;
      if (pixel !== white) colors.add(pixel & 0xffffff);
    }
    return colors;
  });
}
