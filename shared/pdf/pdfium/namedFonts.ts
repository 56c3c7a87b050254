import type { OpenPage, OpenPdf } from './document.ts';
import type { Face, FallbackFonts } from './fallbackFonts.ts';
import { type DrawnLetters, formsOf, lettersOfNamedFonts, namedFonts } from './letters.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** Gets the page, and the letters (code points) that are blank in its picture. */
type Work<T> = (page: OpenPage, blank: ReadonlySet<number>) => T;

/**
 * Draws the letters of fonts that the file only names.
 *
 * PDFium asks for a font by its name, before it reads the letters, and keeps the font as long as the document is open. So the letters of
 * each font are read first. If a font of PDFium has them all, it stays. If not, the document is opened two more times. The first time,
 * each font gets a mark with the number of PDFium's request. PDFium asks in the same order the second time, and gets a font with the
 * letters where they were missing.
 */
export class LetterDrawing {
  readonly #pdfium: Pdfium;
  readonly #fonts: FallbackFonts;
  readonly #pdf: OpenPdf;
  /** Our fonts in the open document. */
  #replaced: ReadonlyMap<Pointer, Face> = new Map();

  constructor(pdfium: Pdfium, fonts: FallbackFonts, pdf: OpenPdf) {
    this.#pdfium = pdfium;
    this.#fonts = fonts;
    this.#pdf = pdf;
  }

  /** Like `OpenPdf.withPage`. */
  withPage<T>(index: number, work: Work<T>): T | undefined {
    const first = this.#pdf.withPage(index, (page) => {
      if (!this.#fonts.isUsed && page.form === undefined) return { result: work(page, new Set()) };
      const drawn = lettersOfNamedFonts(this.#pdfium, this.#fonts, page);
      const wanted = this.#wanted(drawn);
      if (!wanted) return { result: work(page, this.#blankIn(drawn)) };
      return { wanted: namedFonts(this.#pdfium, page).map((font) => wanted.get(font)) };
    });
    if (!first?.wanted) return first?.result;
    return this.#withFonts(index, first.wanted, work);
  }

  /** Returns our fonts for the fonts of a page; undefined if the open document has the best ones already. */
  #wanted(drawn: readonly DrawnLetters[]): ReadonlyMap<Pointer, Face> | undefined {
    const wanted = new Map(this.#replaced);
    let isBetter = false;
    for (const letters of drawn) {
      const missing = this.#missingIn(letters);
      const face = missing.length > 0 ? this.#faceFor(letters, missing) : undefined;
      if (!face || isSame(wanted.get(letters.font), face)) continue;
      wanted.set(letters.font, face);
      isBetter = true;
    }
    return isBetter ? wanted : undefined;
  }

  #faceFor({ all, byCode }: DrawnLetters, missing: readonly number[]): Face | undefined {
    // The file may draw a letter by its presentation forms.
    const font = this.#fonts.withMost(new Set([...all, ...missing.flatMap(formsOf)]));
    return font && missing.some((letter) => font.covers(letter)) ? { font, byCode } : undefined;
  }

  /** Glyphs by number are not in the way by which PDFium is asked for missing letters. */
  #missingIn({ font, missing, byCode }: DrawnLetters): number[] {
    const face = this.#replaced.get(font);
    const isThere = (letter: number) =>
      byCode.has(letter) && face?.byCode.has(letter) === true && face.font.covers(letter);
    return [...missing].filter((letter) => !isThere(letter));
  }

  #blankIn(drawn: readonly DrawnLetters[]): Set<number> {
    return new Set(drawn.flatMap((letters) => this.#missingIn(letters)));
  }

  /** @param wanted our fonts, in the order of `namedFonts`; undefined where PDFium's own font stays */
  #withFonts<T>(index: number, wanted: readonly (Face | undefined)[], work: Work<T>): T | undefined {
    const [pdfium, fonts, pdf] = [this.#pdfium, this.#fonts, this.#pdf];
    this.#replaced = new Map();
    fonts.begin('marked');
    pdf.reopen();
    const requests = pdf.withPage(index, (page) =>
      namedFonts(pdfium, page).map((font) => fonts.requestOf(lengthOf(pdfium, font))),
    );
    const planned = new Map<number, Face>();
    for (const [at, request] of requests?.entries() ?? []) {
      const face = wanted[at];
      if (face) planned.set(request, face);
    }
    fonts.begin(planned);
    pdf.reopen();
    return pdf.withPage(index, (page) => {
      const opened = namedFonts(pdfium, page).map((font, at) => [font, wanted[at]] as const);
      this.#replaced = new Map(opened.flatMap(([font, ours]) => (ours ? [[font, ours]] : [])));
      fonts.begin('usual');
      return work(page, this.#blankIn(lettersOfNamedFonts(pdfium, fonts, page)));
    });
  }
}

const isSame = (one: Face | undefined, other: Face): boolean =>
  one?.font === other.font && [...other.byCode].every((code) => one.byCode.has(code));

/** Returns the length of a font's file. */
function lengthOf(pdfium: Pdfium, font: Pointer): number {
  const bytesPerSize = 4;
  return pdfium.withMemory(bytesPerSize, (size) => {
    if (!pdfium.functions.FPDFFont_GetFontData(font, 0, 0, size)) return 0;
    return new DataView(pdfium.bytes(size, bytesPerSize).slice().buffer).getUint32(0, true);
  });
}
