import { createHash } from 'node:crypto';
import { PDFContext, PDFHexString, type PDFRef, PDFString, PDFWriter } from 'pdf-lib';
import type { Picture } from '../pictures/picture.ts';
import type { Font, FontLibrary } from '../typography/fontLibrary.ts';
import type { Line, Typesetter } from '../typography/typesetter.ts';
import { EmbeddedFont } from './embeddedFont.ts';
import { embeddedPicture } from './embeddedPicture.ts';
import { type ElementOptions, type Rectangle, StructureTree } from './structureTree.ts';
import { showRun } from './textOperators.ts';
import { xmpMetadata } from './xmp.ts';

/** Red, green and blue from 0 to 1. */
export type Color = readonly [number, number, number];

/** The look of a watermark: translucent letters with a translucent rim. */
interface WatermarkLook {
  readonly rim: Color;
  /** From 0 (invisible) to 1. */
  readonly inkOpacity: number;
  readonly rimOpacity: number;
  /** In em. */
  readonly rimWidth: number;
}

/** BCP 47 tag of the page's own words. */
const language = 'en';
const producer = 'Document Governance Service';

/**
 * A document of one tagged page. The same calls give the same bytes: dates, identifiers and subset names come from the content. All drawing
 * must happen inside `tagged` (a structure element), `decoration` or `watermark`.
 */
export class PdfPage {
  readonly #context = PDFContext.create();
  readonly #structure = new StructureTree(this.#context);
  readonly #fonts = new Map<Font, EmbeddedFont>();
  readonly #operators: string[] = [];
  readonly #annotations: PDFRef[] = [];
  readonly #graphicsStates: Record<string, Record<string, string | number>> = {};
  readonly #pictures: Record<string, PDFRef> = {};
  readonly #page = this.#context.nextRef();
  readonly #library: FontLibrary;
  readonly #typesetter: Typesetter;
  readonly #size: readonly [number, number];

  /** @param size width and height in points */
  constructor(library: FontLibrary, typesetter: Typesetter, size: readonly [number, number]) {
    this.#library = library;
    this.#typesetter = typesetter;
    this.#size = size;
  }

  /** Draws a decoration. Assistive technology leaves it out. */
  decoration(draw: () => void): void {
    this.#operators.push('/Artifact BMC');
    draw();
    this.#operators.push('EMC');
  }

  /**
   * Draws lines of text as a watermark. Assistive technology leaves it out (ISO 32000-1, 14.8.2.2). The rim comes first and the ink over
   * it, because a rim on a screen is at least a pixel wide and would cover most of a letter.
   */
  watermark({ rim, inkOpacity, rimOpacity, rimWidth }: WatermarkLook, em: number, draw: () => void): void {
    this.#graphicsStates.Watermark = { Type: 'ExtGState', ca: inkOpacity, CA: rimOpacity };
    this.#operators.push('/Artifact << /Type /Pagination /Subtype /Watermark >> BDC');
    this.#operators.push(
      `q /Watermark gs ${rim.map(number).join(' ')} RG ${number(rimWidth * em)} w 1 j 1 Tr`,
    );
    draw();
    this.#operators.push('0 Tr');
    draw();
    this.#operators.push('Q', 'EMC');
  }

  /** Applies a matrix to the drawing: moves, turns or scales it (ISO 32000-1, 8.3.4). */
  placed(matrix: readonly number[], draw: () => void): void {
    this.#operators.push(`q ${matrix.map(fineNumber).join(' ')} cm`);
    draw();
    this.#operators.push('Q');
  }

  /**
   * Draws the content of one structure element. Screen readers read elements in the order in which they are drawn.
   * @param type standard structure type, such as `H1` or `P` (ISO 32000-1, 14.8.4)
   */
  tagged(type: string, options: ElementOptions, draw: () => void): void {
    const id = this.#structure.addContent(this.#page, type, options);
    this.#operators.push(`/${type} << /MCID ${id} >> BDC`);
    draw();
    this.#operators.push('EMC');
  }

  /**
   * Draws one line of text.
   * @param x left edge in points
   * @param y baseline in points
   * @param size type size in points
   */
  line(line: Line, x: number, y: number, size: number, color: Color): void {
    let left = x;
    this.#operators.push(`${color.map(number).join(' ')} rg`, 'BT');
    for (const run of line.runs) {
      const font = this.#embedded(run.font);
      const shown = showRun(run, font, size, this.#typesetter.unshaped(run.font));
      this.#operators.push(
        `/${font.resourceName} ${number(size)} Tf`,
        `1 0 0 1 ${number(left)} ${number(y)} Tm`,
      );
      this.#operators.push(shown.operators);
      left += shown.width;
    }
    this.#operators.push('ET');
  }

  fill({ left, bottom, width, height }: Rectangle, color: Color): void {
    this.#operators.push(`${color.map(number).join(' ')} rg`);
    this.#operators.push(`${[left, bottom, width, height].map(number).join(' ')} re f`);
  }

  /** Paints path operators that end in a painting operator. */
  paint(path: string, color: Color): void {
    this.#operators.push(`${color.map(number).join(' ')} rg`, path);
  }

  /** Draws a picture, scaled to a rectangle. */
  picture(picture: Picture, { left, bottom, width, height }: Rectangle): void {
    const name = `I${Object.keys(this.#pictures).length + 1}`;
    this.#pictures[name] = embeddedPicture(this.#context, picture);
    const matrix = [width, 0, 0, height, left, bottom].map(fineNumber);
    this.#operators.push(`q ${matrix.join(' ')} cm /${name} Do Q`);
  }

  /** Makes a rectangle a link. Call it after drawing the text of the link with `tagged('Link', ...)`. */
  link({ left, bottom, width, height }: Rectangle, url: string, description: string): void {
    const annotation = this.#context.nextRef();
    const ascii = Buffer.from(url, 'utf8').toString('hex');
    this.#context.assign(
      annotation,
      this.#context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [left, bottom, left + width, bottom + height].map((value) => Number(number(value))),
        Border: [0, 0, 0],
        F: 4, // print
        Contents: PDFHexString.fromText(description),
        StructParent: this.#structure.addAnnotation(annotation),
        A: { S: 'URI', URI: PDFHexString.of(ascii) },
      }),
    );
    this.#annotations.push(annotation);
  }

  /**
   * Embeds the fonts and writes the file. Call once.
   * @param date the date of creation and modification
   */
  async finish(title: string, date: Date): Promise<Uint8Array> {
    const context = this.#context;
    for (const font of this.#fonts.values()) await font.write(context, this.#library.subsetter);
    const pages = context.nextRef();
    const fonts = Object.fromEntries(
      Array.from(this.#fonts.values(), (font) => [font.resourceName, font.reference]),
    );
    context.assign(
      this.#page,
      context.obj({
        Type: 'Page',
        Parent: pages,
        MediaBox: [0, 0, ...this.#size],
        Resources: {
          Font: fonts,
          ...(Object.keys(this.#graphicsStates).length > 0 && { ExtGState: this.#graphicsStates }),
          ...(Object.keys(this.#pictures).length > 0 && { XObject: this.#pictures }),
        },
        Contents: context.register(context.flateStream(this.#operators.join('\n'))),
        Annots: this.#annotations,
        StructParents: 0,
        Tabs: 'S', // annotations in structure order
      }),
    );
    context.assign(pages, context.obj({ Type: 'Pages', Kids: [this.#page], Count: 1 }));
    const metadata = xmpMetadata({ title, language, date, producer });
    const xmp = context.stream(Buffer.from(metadata), { Type: 'Metadata', Subtype: 'XML' });
    context.trailerInfo.Root = context.register(
      context.obj({
        Type: 'Catalog',
        Pages: pages,
        Lang: PDFString.of(language),
        MarkInfo: { Marked: true },
        StructTreeRoot: this.#structure.write(),
        ViewerPreferences: { DisplayDocTitle: true },
        Metadata: context.register(xmp),
      }),
    );
    const info = {
      Title: PDFHexString.fromText(title),
      Producer: PDFHexString.fromText(producer),
      CreationDate: PDFString.fromDate(date),
      ModDate: PDFString.fromDate(date),
    };
    context.trailerInfo.Info = context.register(context.obj(info));
    return this.#serialize();
  }

  /** Writes the file twice: the file identifier (ISO 32000-1, 14.4) is a digest of the file without an identifier. */
  async #serialize(): Promise<Uint8Array> {
    const writer = () => PDFWriter.forContext(this.#context, Number.POSITIVE_INFINITY).serializeToBuffer();
    const digest = createHash('sha256')
      .update(await writer())
      .digest('hex')
      .slice(0, 32);
    this.#context.trailerInfo.ID = this.#context.obj([PDFHexString.of(digest), PDFHexString.of(digest)]);
    return writer();
  }

  #embedded(font: Font): EmbeddedFont {
    let embedded = this.#fonts.get(font);
    if (!embedded) {
      embedded = new EmbeddedFont(font, `F${this.#fonts.size + 1}`, this.#context.nextRef());
      this.#fonts.set(font, embedded);
    }
    return embedded;
  }
}

/** Rounds to a thousandth of a point, which is finer than any printer. PDF allows no exponents. */
function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** Returns a number for a matrix. A matrix multiplies lengths, so its numbers need more digits than lengths. */
function fineNumber(value: number): string {
  return value.toFixed(6);
}
