declare module 'subset-font' {
  /** The part of its options used here. */
  interface Options {
    readonly targetFormat: 'truetype';
    /** The text stays empty then. */
    readonly keepAllGlyphs: true;
    /** Values the axes of a variable font are fixed to. */
    readonly variationAxes: Readonly<Record<string, number>>;
  }

  /** Subsets and converts a TrueType, WOFF or WOFF2 font. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
