import type { Shaper } from '../../shared/pdf/typography/harfbuzz.ts';
import {
  characterMap,
  fontFile,
  glyphCount,
  glyphsOf,
  renumberComponents,
  table,
  tablesOf,
} from '../../shared/pdf/typography/trueType.ts';

/** Reads the lengths for a PDF font descriptor from the tables head, hhea and OS/2 (OpenType 1.9). */
export function metrics(font: Buffer) {
  const [head, hhea, os2] = [table(font, 'head'), table(font, 'hhea'), table(font, 'OS/2')];
  const ascent = hhea.readInt16BE(4);
  return {
    unitsPerEm: head.readUInt16BE(18),
    ascent,
    descent: hhea.readInt16BE(6),
    capHeight: os2.readUInt16BE() >= 2 ? os2.readInt16BE(88) : ascent,
    boundingBox: [36, 38, 40, 42].map((offset) => head.readInt16BE(offset)),
  };
}

const spaceCodePoint = 0x20;
/** Tables of the first part that stay valid when glyphs are added: metrics, kerning and substitutions. */
const keptTables = ['GDEF', 'GPOS', 'GSUB', 'OS/2'];
/** Offsets in maxp of the limits for simple and composite outlines. */
const outlineLimits = [6, 8, 10, 12, 28, 30];

/**
 * Joins the parts of a web font that was split by characters. A font in one part stays unchanged. Glyphs of the first part keep
 * their kerning and substitutions. Glyphs of other parts lose both; Han characters, kana, Hangul syllables, digits and signs need
 * neither.
 * @throws Error when there are no parts
 */
export function joinFonts(parts: readonly Buffer[], shaper: Shaper): Buffer {
  const [first, ...others] = parts;
  if (!first) throw new Error('There are no parts to join.');
  if (others.length === 0) return first;
  const glyphOf = new Map<number, number>();
  const count = parts.reduce((sum, part) => sum + glyphCount(part), 0);
  const [loca, hmtx] = [Buffer.alloc((count + 1) * 4), Buffer.alloc(count * 4)];
  const outlines: Buffer[] = [];
  let [glyph, offset] = [0, 0];
  for (const part of parts) {
    const handle = shaper.addFont(part);
    const codePoints = shaper.codePoints(part);
    for (const codePoint of codePoints)
      if (!glyphOf.has(codePoint)) glyphOf.set(codePoint, glyph + shaper.nominalGlyph(handle, codePoint));
    const hangul = codePoints.find((codePoint) => codePoint >= 0xac00 && codePoint <= 0xd7a3);
    if (hangul && codePoints.includes(spaceCodePoint)) {
      // Between Hangul syllables a substitution widens the space. The joined font has only this space.
      const [, space] = shaper.shape(
        handle,
        String.fromCodePoint(hangul, spaceCodePoint, hangul),
        0,
        3,
        false,
      );
      if (space) glyphOf.set(spaceCodePoint, glyph + space.id);
    }
    const glyf = Buffer.from(table(part, 'glyf'));
    const firstGlyph = glyph;
    for (const { start, end, advance, bearing } of glyphsOf(part)) {
      if (end > start) renumberComponents(glyf, start, firstGlyph);
      hmtx.writeUInt16BE(advance, glyph * 4);
      hmtx.writeInt16BE(bearing, glyph * 4 + 2);
      glyph += 1;
      loca.writeUInt32BE(offset + end, glyph * 4);
    }
    // Padding between two parts would become part of the second part's first glyph.
    const used = glyf.subarray(0, loca.readUInt32BE(glyph * 4) - offset);
    outlines.push(used);
    offset += used.length;
  }

  const copy = (tag: string) => Buffer.from(table(first, tag));
  const [head, hhea, maxp] = [copy('head'), copy('hhea'), copy('maxp')];
  const boxes = parts.map((part) => metrics(part).boundingBox);
  for (const side of [0, 1, 2, 3]) {
    const outermost = side < 2 ? Math.min : Math.max;
    head.writeInt16BE(outermost(...boxes.map((box) => box[side] ?? 0)), 36 + side * 2);
  }
  head.writeInt16BE(1, 50); // offsets of four bytes
  hhea.writeUInt16BE(count, 34);
  maxp.writeUInt16BE(count, 4);
  for (const limit of outlineLimits)
    maxp.writeUInt16BE(Math.max(...parts.map((part) => table(part, 'maxp').readUInt16BE(limit))), limit);
  const kept = keptTables.filter((tag) => tablesOf(first).has(tag)).map((tag) => [tag, copy(tag)] as const);
  const cmap = characterMap(glyphOf);
  const glyf = Buffer.concat(outlines);
  return fontFile([...kept, ...Object.entries({ cmap, glyf, head, hhea, hmtx, loca, maxp })]);
}
