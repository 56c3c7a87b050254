import {
  characterMap,
  fontFile,
  glyphCount,
  glyphsOf,
  glyphsOfCodePoints,
  renumberComponents,
  table,
  tablesOf,
} from './trueType.ts';

/** Tables that stay valid. PDFium needs no others. */
const keptTables = ['OS/2', 'head'];
const glyphsMax = 0xffff;

/**
 * Returns a font in which each of the code points is also the number of its glyph. Some PDFs name a font and give the code points of
 * letters as numbers of glyphs. Returns the font unchanged if it would have too many glyphs.
 * @param font a TrueType file
 */
export function withGlyphsByCode(font: Uint8Array, codePoints: ReadonlySet<number>): Uint8Array {
  const source = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  const glyphs = glyphsOfCodePoints(source, codePoints);
  // The font's own glyphs follow the new ones.
  const added = Math.max(...glyphs.keys(), 0) + 1;
  const count = added + glyphCount(source);
  if (count > glyphsMax) return font;

  const glyf = Buffer.from(table(source, 'glyf'));
  const own = [...glyphsOf(source)];
  for (const { start, end } of own) if (end > start) renumberComponents(glyf, start, added);
  const [loca, hmtx] = [Buffer.alloc((count + 1) * 4), Buffer.alloc(count * 4)];
  const outlines: Buffer[] = [];
  let offset = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    const copied = own[glyph < added ? (glyphs.get(glyph) ?? -1) : glyph - added];
    if (copied) {
      const outline = glyf.subarray(copied.start, copied.end);
      outlines.push(outline);
      offset += outline.length;
      hmtx.writeUInt16BE(copied.advance, glyph * 4);
      hmtx.writeInt16BE(copied.bearing, glyph * 4 + 2);
    }
    loca.writeUInt32BE(offset, glyph * 4 + 4);
  }
  const copy = (tag: string) => Buffer.from(table(source, tag));
  const [hhea, maxp] = [copy('hhea'), copy('maxp')];
  hhea.writeUInt16BE(count, 34);
  maxp.writeUInt16BE(count, 4);
  const kept = keptTables.filter((tag) => tablesOf(source).has(tag)).map((tag) => [tag, copy(tag)] as const);
  for (const [tag, head] of kept) if (tag === 'head') head.writeInt16BE(1, 50); // offsets of four bytes
  const all = Array.from({ length: 0x100 }, (_, code) => code);
  const cmap = characterMap(
    new Map(
      [...glyphsOfCodePoints(source, [...all, ...codePoints])].map(([code, glyph]) => [code, glyph + added]),
    ),
  );
  return fontFile([
    ...kept,
    ...Object.entries({ cmap, glyf: Buffer.concat(outlines), hhea, hmtx, loca, maxp }),
  ]);
}
