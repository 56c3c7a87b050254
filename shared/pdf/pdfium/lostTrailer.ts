/**
 * The number of bytes before `/Catalog` in which the beginning of the catalog's object is looked for. A catalog has about a dozen entries.
 */
const lookBackBytes = 4096;

/**
 * Adds a trailer to a file without one. The new trailer names the last object of the type `Catalog`. PDFium finds the objects of such a
 * file, but only a trailer says with which object to begin. Returns undefined for a file without a catalog. Returns undefined also for a
 * file with a trailer, which says more than the new one would, for example that the file is encrypted.
 */
export function withLostTrailer(file: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.includes('trailer') || bytes.includes('/XRef')) return undefined;
  const catalog = bytes.lastIndexOf('/Catalog');
  if (catalog === -1) return undefined;
  const before = bytes.toString('latin1', Math.max(catalog - lookBackBytes, 0), catalog).trimEnd();
  if (!before.endsWith('/Type')) return undefined;
  const inObject = before.slice(before.lastIndexOf('endobj') + 1);
  const [, number, generation] = /(\d{1,10})\s+(\d{1,5})\s+obj/.exec(inObject) ?? [];
  if (number === undefined) return undefined;
  return Buffer.concat([bytes, Buffer.from(`\ntrailer\n<< /Root ${number} ${generation} R >>\n`)]);
}
