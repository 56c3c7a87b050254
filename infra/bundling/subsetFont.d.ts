declare module 'subset-font' {
  /** The options used here. */
  interface Options {
    readonly targetFormat: 'truetype';
    /** Keeps the glyphs of all characters. Callers pass an empty text, which would otherwise select the glyphs. */
    readonly keepAllGlyphs: true;
    /** The values to which the axes of a variable font are fixed. */
    readonly variationAxes: Readonly<Record<string, number>>;
  }

  /** Subsets and converts a TrueType, WOFF or WOFF2 font. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
