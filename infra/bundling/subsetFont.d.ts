declare module 'subset-font' {
  /** The options used here. */
  interface Options {
    readonly targetFormat: 'truetype';
    /** With this option, the text stays empty. */
    readonly keepAllGlyphs: true;
    /** The values to which the axes of a variable font are fixed. */
    readonly variationAxes: Readonly<Record<string, number>>;
  }

  /** Subsets and converts a TrueType, WOFF or WOFF2 font. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
