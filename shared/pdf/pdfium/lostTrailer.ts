/** How far before its type a dictionary may begin: a catalog has a dozen entries. */
const lookBackBytes = 4096;

/**
 * Returns a file without a trailer together with a new one, which names the catalog: the last object of that type. PDFium finds the
 * objects of such a file itself, but only a trailer says with which it begins. Returns undefined for a file that has a trailer, because
 * a real one says more (that the file is encrypted, for example), and for a file without a catalog.
 */
export function withLostTrailer(file: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.includes('trailer') || bytes.includes('/XRef')) return undefined;
  const catalog = bytes.lastIndexOf('/Catalog');
  if (catalog === -1) return undefined;
  const before = bytes.toString('latin1', Math.max(catalog - lookBackBytes, 0), catalog);
  const [, number, generation] = /(\d+)\s+(\d+)\s+obj(?!.*endobj).*\/Type\s*$/s.exec(before) ?? [];
  if (number === undefined) return undefined;
  return Buffer.concat([bytes, Buffer.from(`\ntrailer\n<< /Root ${number} ${generation} R >>\n`)]);
}
