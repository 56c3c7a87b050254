import { withAppearance } from './annotationTexts.ts';
import type { OpenPage } from './document.ts';
import type { FallbackFonts } from './fallbackFonts.ts';
import type { Pdfium, Pointer } from './pdfium.ts';
import { utf8 } from './text.ts';

/** Values from fpdf_edit.h (`FPDF_PAGEOBJ_*`). */
const objectTypes = { text: 1, form: 5 } as const;
const nestingMax = 16;

/** The letters that a page draws with a font that the file only names. Letters are code points. */
export interface DrawnLetters {
  readonly font: Pointer;
  readonly all: ReadonlySet<number>;
  /** The letters that PDFium draws as nothing. */
  readonly missing: ReadonlySet<number>;
  /** The missing letters for which PDFium takes the glyph with the number of the letter. */
  readonly byCode: ReadonlySet<number>;
}

/** Stands for a letter that the file does not tell. */
export const unknownLetter = 0xfffd;

/** Reads the letters of each font of a page and its annotations that the file only names. */
export function lettersOfNamedFonts(pdfium: Pdfium, fonts: FallbackFonts, page: OpenPage): DrawnLetters[] {
  const letters = lettersByFont(pdfium, page.pointer);
  if (page.form !== undefined) addLettersOfAnnotations(pdfium, fonts, page, letters);
  return [...letters].map(([font, drawn]) => drawnLetters(pdfium, font, drawn));
}

/** Returns the named fonts of a page and its annotations. The order is the same whenever the page is opened. */
export function namedFonts(pdfium: Pdfium, page: OpenPage): Pointer[] {
  const { functions } = pdfium;
  const count = functions.FPDFPage_CountObjects(page.pointer);
  const objects = Array.from({ length: count }, (_, index) =>
    functions.FPDFPage_GetObject(page.pointer, index),
  );
  const fonts = fontsOfObjects(pdfium, objects);
  forEachAnnotation(pdfium, page, (annotation) => {
    for (const font of fontsOfAnnotation(pdfium, annotation)) fonts.add(font);
  });
  return [...fonts].filter((font) => !isEmbedded(pdfium, font));
}

/** The letters that a font draws. */
interface Drawn {
  readonly letters: Set<number>;
  /** The codes for which the font tells no letter. */
  readonly codes: Set<number>;
}
type LettersByFont = Map<Pointer, Drawn>;

function drawnBy<K>(drawn: Map<K, Drawn>, key: K): Drawn {
  const known = drawn.get(key) ?? { letters: new Set(), codes: new Set() };
  drawn.set(key, known);
  return known;
}

function lettersByFont(pdfium: Pdfium, page: Pointer): LettersByFont {
  const { functions } = pdfium;
  const letters: LettersByFont = new Map();
  const embedded = new Set<Pointer>();
  const text = functions.FPDFText_LoadPage(page);
  if (text === 0) return letters;
  const count = functions.FPDFText_CountChars(text);
  for (let index = 0; index < count; index++) {
    const object = functions.FPDFText_GetTextObject(text, index);
    const font = object === 0 ? 0 : functions.FPDFTextObj_GetFont(object);
    if (font === 0 || embedded.has(font)) continue;
    if (!letters.has(font) && isEmbedded(pdfium, font)) {
      embedded.add(font);
      continue;
    }
    const drawn = drawnBy(letters, font);
    const isCode = functions.FPDFText_HasUnicodeMapError(text, index) === 1;
    (isCode ? drawn.codes : drawn.letters).add(functions.FPDFText_GetUnicode(text, index));
  }
  functions.FPDFText_ClosePage(text);
  return letters;
}

const isEmbedded = ({ functions }: Pdfium, font: Pointer): boolean =>
  functions.FPDFFont_GetIsEmbedded(font) !== 0;

function forEachAnnotation({ functions }: Pdfium, page: OpenPage, work: (annotation: Pointer) => void): void {
  const count = page.form === undefined ? 0 : functions.FPDFPage_GetAnnotCount(page.pointer);
  for (let index = 0; index < count; index++) {
    const annotation = functions.FPDFPage_GetAnnot(page.pointer, index);
    if (annotation === 0) continue;
    work(annotation);
    functions.FPDFPage_CloseAnnot(annotation);
  }
}

/** PDFium reads the text of an annotation from a copy. The fonts of the copy have the names of the annotation's fonts. */
function addLettersOfAnnotations(
  pdfium: Pdfium,
  fonts: FallbackFonts,
  page: OpenPage,
  letters: LettersByFont,
): void {
  forEachAnnotation(pdfium, page, (annotation) => {
    const named = [...fontsOfAnnotation(pdfium, annotation)].filter((font) => !isEmbedded(pdfium, font));
    if (named.length === 0) return;
    const ofCopy = fonts.aside(() =>
      withAppearance(pdfium, annotation, (copy) => lettersByName(pdfium, copy)),
    );
    for (const font of named) {
      addAll(drawnBy(letters, font), ofCopy?.get(nameOf(pdfium, font)));
    }
  });
}

function lettersByName(pdfium: Pdfium, page: Pointer): Map<string, Drawn> {
  const byName = new Map<string, Drawn>();
  for (const [font, drawn] of lettersByFont(pdfium, page))
    addAll(drawnBy(byName, nameOf(pdfium, font)), drawn);
  return byName;
}

function addAll({ letters, codes }: Drawn, others: Drawn | undefined): void {
  for (const letter of others?.letters ?? []) letters.add(letter);
  for (const code of others?.codes ?? []) codes.add(code);
}

const nameOf = (pdfium: Pdfium, font: Pointer): string =>
  utf8(pdfium, (buffer, length) => pdfium.functions.FPDFFont_GetBaseFontName(font, buffer, length));

function fontsOfAnnotation(pdfium: Pdfium, annotation: Pointer): Set<Pointer> {
  const { functions } = pdfium;
  const count = Math.max(functions.FPDFAnnot_GetObjectCount(annotation), 0);
  const objects = Array.from({ length: count }, (_, index) =>
    functions.FPDFAnnot_GetObject(annotation, index),
  );
  return fontsOfObjects(pdfium, objects);
}

/** Returns the fonts of texts, also of texts in form XObjects. */
function fontsOfObjects({ functions }: Pdfium, objects: readonly Pointer[]): Set<Pointer> {
  const fonts = new Set<Pointer>();
  const add = (object: Pointer, nesting: number) => {
    const type = functions.FPDFPageObj_GetType(object);
    if (type === objectTypes.text) fonts.add(functions.FPDFTextObj_GetFont(object));
    if (type !== objectTypes.form || nesting === nestingMax) return;
    const count = functions.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index++)
      add(functions.FPDFFormObj_GetObject(object, index), nesting + 1);
  };
  for (const object of objects) add(object, 0);
  fonts.delete(0);
  return fonts;
}

/**
 * Every font has the letters up to this one. They are not looked for, because PDFium finds the glyph of a letter by the letter, and this
 * fails for the parts of ligatures.
 */
const lastLetterOfAll = 0xff;
const hasNoGlyph = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}]/u;

function drawnLetters(pdfium: Pdfium, font: Pointer, { letters, codes }: Drawn): DrawnLetters {
  const isDrawn = (letter: number) => hasInk(pdfium, font, letter);
  const missing = [...letters].filter(
    (letter) =>
      letter > lastLetterOfAll &&
      !hasNoGlyph.test(String.fromCodePoint(letter)) &&
      !isDrawn(letter) &&
      !formsOf(letter).some(isDrawn),
  );
  const untold = [...codes].filter((code) => code > lastLetterOfAll);
  // PDFium reads only the first 256 codes of a ToUnicode map from <0000> to <FFFF>. If these codes are letters, the others are too.
  const areLetters = firstLetters.every(isDrawn);
  if (!areLetters && untold.length > 0) missing.push(unknownLetter);
  const byCode = areLetters ? [...untold, ...missing.filter(isRightToLeft)] : [];
  const all = new Set([...letters, ...byCode]);
  return { font, all, missing: new Set([...missing, ...byCode]), byCode: new Set(byCode) };
}

/** PDFium does not say of letters from right to left that the font does not tell them. */
const isRightToLeft = (letter: number): boolean => /[\u0590-\u08ff]/.test(String.fromCodePoint(letter));

/** Letters that a font maps if its codes are code points. */
const firstLetters = [0xc0, 0xe9, 0xfe];

/** Returns whether PDFium draws a letter. It takes the same way as in drawing, also to its own second font. */
function hasInk({ functions }: Pdfium, font: Pointer, letter: number): boolean {
  const path = functions.FPDFFont_GetGlyphPath(font, letter, 1);
  return path !== 0 && functions.FPDFGlyphPath_CountGlyphSegments(path) > 0;
}

let forms: Map<number, number[]> | undefined;

/** Returns the presentation forms that PDFium reads as a letter: of Arabic and Hebrew letters, and ligatures. */
export function formsOf(letter: number): readonly number[] {
  if (!forms) {
    forms = new Map();
    for (let form = 0xfb00; form <= 0xfeff; form++) {
      for (const part of String.fromCodePoint(form).normalize('NFKC')) {
        const base = part.codePointAt(0) ?? 0;
        forms.set(base, [...(forms.get(base) ?? []), form]);
      }
    }
  }
  return forms.get(letter) ?? [];
}
