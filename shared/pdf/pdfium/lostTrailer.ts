/**
 * The number of bytes before `/Catalog` in which the beginning of the catalog's object is looked for, and after `trailer` in which its
 * entries are looked for. A catalog and a trailer have about a dozen entries.
 */
const lookBackBytes = 4096;
/** The entry of a trailer that names the catalog (ISO 32000-2, 7.5.5). */
const root = /\/Root\s{1,9}(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}R/;

/**
 * Adds a trailer to a file without one, or with a broken one. PDFium finds the objects of such a file, but only a trailer says with which
 * object to begin: with the catalog that the broken trailer names, or, without any trailer, with the last object of the type `Catalog`.
 * Returns undefined if there is none, and for an encrypted file, because only its own trailer says how to decrypt it.
 */
export function withLostTrailer(file: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.includes('/Encrypt')) return undefined;
  const broken = bytes.lastIndexOf('trailer');
  if (broken !== -1)
    return withTrailer(bytes, root.exec(bytes.toString('latin1', broken, broken + lookBackBytes)));
  const catalog = bytes.lastIndexOf('/Catalog');
  if (catalog === -1 || bytes.includes('/XRef')) return undefined;
  const before = bytes.toString('latin1', Math.max(catalog - lookBackBytes, 0), catalog).trimEnd();
  if (!before.endsWith('/Type')) return undefined;
  const inObject = before.slice(before.lastIndexOf('endobj') + 1);
  return withTrailer(bytes, /(\d{1,10})\s+(\d{1,5})\s+obj/.exec(inObject));
}

/**
 * Adds a trailer that names the catalog by the two numbers of a match. It has no table of objects, so PDFium looks for the objects itself
 * and ignores tables that place them wrongly.
 */
function withTrailer(bytes: Uint8Array, match: RegExpExecArray | null): Uint8Array | undefined {
  if (!match) return undefined;
  const [, number, generation] = match;
  const trailer = `\ntrailer\n<< /Root ${number} ${generation} R >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(trailer)]);
}
