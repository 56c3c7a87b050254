import type { Shaper } from '../../shared/pdf/typography/harfbuzz.ts';

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
/** Flags of a component in the table glyf. */
const [LONG_ARGUMENTS, ONE_SCALE, MORE_COMPONENTS, TWO_SCALES, MATRIX] = [0x1, 0x8, 0x20, 0x40, 0x80];
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

function tablesOf(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = 12 + index * 16;
    const start = font.readUInt32BE(record + 8);
    const data = font.subarray(start, start + font.readUInt32BE(record + 12));
    tables.set(font.toString('latin1', record, record + 4), data);
  }
  return tables;
}

function table(font: Buffer, tag: string): Buffer {
  const data = tablesOf(font).get(tag);
  if (!data) throw new Error(`The font has no table ${tag}.`);
  return data;
}

function glyphCount(font: Buffer): number {
  return table(font, 'maxp').readUInt16BE(4);
}

/** Reads the place of each glyph's outline in the table glyf, and its metrics in hmtx. */
function* glyphsOf(font: Buffer) {
  const [loca, hmtx] = [table(font, 'loca'), table(font, 'hmtx')];
  const isLong = table(font, 'head').readInt16BE(50) === 1;
  const advances = table(font, 'hhea').readUInt16BE(34); // later glyphs use the last advance
  let start = 0;
  const count = glyphCount(font);
  for (let glyph = 0; glyph < count; glyph++) {
    const end = isLong ? loca.readUInt32BE(glyph * 4 + 4) : loca.readUInt16BE(glyph * 2 + 2) * 2;
    yield {
      start,
      end,
      advance: hmtx.readUInt16BE(Math.min(glyph, advances - 1) * 4),
      bearing: hmtx.readInt16BE(glyph < advances ? glyph * 4 + 2 : advances * 2 + glyph * 2),
    };
    start = end;
  }
}

/** Adds a number to the glyph ids of a composite outline's components. */
function renumberComponents(glyf: Buffer, start: number, added: number): void {
  if (glyf.readInt16BE(start) >= 0) return;
  let [at, flags] = [start + 10, MORE_COMPONENTS];
  while (flags & MORE_COMPONENTS) {
    flags = glyf.readUInt16BE(at);
    glyf.writeUInt16BE(glyf.readUInt16BE(at + 2) + added, at + 2);
    at += flags & LONG_ARGUMENTS ? 8 : 6;
    if (flags & ONE_SCALE) at += 2;
    else if (flags & TWO_SCALES) at += 4;
    else if (flags & MATRIX) at += 8;
  }
}

/** Builds a cmap in format 12, with a group for each code point. */
function characterMap(glyphOf: ReadonlyMap<number, number>): Buffer {
  const cmap = Buffer.alloc(28 + glyphOf.size * 12);
  for (const [index, value] of [0, 1, 3, 10].entries()) cmap.writeUInt16BE(value, index * 2); // Windows, all of Unicode
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(cmap.length - 12, 16);
  cmap.writeUInt32BE(glyphOf.size, 24);
  const sorted = [...glyphOf].sort(([one], [other]) => one - other);
  for (const [index, [codePoint, glyph]] of sorted.entries()) {
    for (const [field, value] of [codePoint, codePoint, glyph].entries())
      cmap.writeUInt32BE(value, 28 + index * 12 + field * 4);
  }
  return cmap;
}

/** Checksums stay 0: only HarfBuzz reads these files, and it writes checksums of its own. */
function fontFile(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const header = Buffer.alloc(12 + entries.length * 16);
  header.writeUInt32BE(0x00010000);
  header.writeUInt16BE(entries.length, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, [tag, data]] of entries.entries()) {
    const record = 12 + index * 16;
    header.write(tag, record, 'latin1');
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(data.length, record + 12);
    const padding = Buffer.alloc(-data.length & 3);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}
