/** Flags of a component in the table glyf. */
const [LONG_ARGUMENTS, ONE_SCALE, MORE_COMPONENTS, TWO_SCALES, MATRIX] = [0x1, 0x8, 0x20, 0x40, 0x80];

/** Returns the tables of a TrueType file by their tags (OpenType 1.9). */
export function tablesOf(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = 12 + index * 16;
    const start = font.readUInt32BE(record + 8);
    const data = font.subarray(start, start + font.readUInt32BE(record + 12));
    tables.set(font.toString('latin1', record, record + 4), data);
  }
  return tables;
}

/** @throws Error when the font has no such table */
export function table(font: Buffer, tag: string): Buffer {
  const data = tablesOf(font).get(tag);
  if (!data) throw new Error(`The font has no table ${tag}.`);
  return data;
}

export function glyphCount(font: Buffer): number {
  return table(font, 'maxp').readUInt16BE(4);
}

/** Reads the place of each glyph's outline in the table glyf, and its metrics in hmtx. */
export function* glyphsOf(font: Buffer) {
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
export function renumberComponents(glyf: Buffer, start: number, added: number): void {
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
export function characterMap(glyphOf: ReadonlyMap<number, number>): Buffer {
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

/** Checksums stay 0: HarfBuzz writes checksums of its own, and PDFium reads none. */
export function fontFile(entries: readonly (readonly [string, Buffer])[]): Buffer {
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

const windows = 3;
const formats = { segments: 4, groups: 12 } as const;

/** Returns the glyphs of code points. Code points without a glyph are left out. */
export function glyphsOfCodePoints(font: Buffer, codePoints: Iterable<number>): Map<number, number> {
  const cmap = table(font, 'cmap');
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => 4 + index * 8);
  const maps = records
    .filter((record) => cmap.readUInt16BE(record) === windows)
    .map((record) => cmap.subarray(cmap.readUInt32BE(record + 4)));
  const groups = maps.find((map) => map.readUInt16BE() === formats.groups);
  const segments = maps.find((map) => map.readUInt16BE() === formats.segments);
  const found = new Map<number, number>();
  for (const codePoint of codePoints) {
    const glyph = groups ? inGroups(groups, codePoint) : segments ? inSegments(segments, codePoint) : 0;
    if (glyph !== 0) found.set(codePoint, glyph);
  }
  return found;
}

function inGroups(map: Buffer, codePoint: number): number {
  for (let at = 16, left = map.readUInt32BE(12); left > 0; at += 12, left--) {
    const [first, last] = [map.readUInt32BE(at), map.readUInt32BE(at + 4)];
    if (codePoint >= first && codePoint <= last) return map.readUInt32BE(at + 8) + codePoint - first;
  }
  return 0;
}

function inSegments(map: Buffer, codePoint: number): number {
  const length = map.readUInt16BE(6); // of each of four arrays, in bytes
  for (let at = 14; at < 14 + length; at += 2) {
    if (codePoint > map.readUInt16BE(at)) continue;
    const start = at + length + 2;
    return inSegment(map, codePoint, [start, start + length, start + length * 2]);
  }
  return 0;
}

function inSegment(
  map: Buffer,
  codePoint: number,
  [start, delta, range]: readonly [number, number, number],
): number {
  const first = map.readUInt16BE(start);
  if (codePoint < first) return 0;
  const offset = map.readUInt16BE(range);
  const glyph = offset === 0 ? codePoint : map.readUInt16BE(range + offset + (codePoint - first) * 2);
  return glyph === 0 ? 0 : (glyph + map.readUInt16BE(delta)) & 0xffff;
}
