/** How far before its type a dictionary may begin: a catalog has a dozen entries. */
const lookBackBytes = 4096;

/**
 * Returns a file that has lost its trailer with one that names its catalog: the last object that says it is one. PDFium finds the
 * objects of such a file by itself, and is told by no other than the trailer which to begin with. Undefined for a file that has a
 * trailer, which says more than a guess does (that it is encrypted, for one), and for one without a catalog.
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
