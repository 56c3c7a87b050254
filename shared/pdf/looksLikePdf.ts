const header = '%PDF-';
/** The header of a file begins in its first bytes: PDF readers look for it at the offsets 0 to 1024 (ISO 32000-1, Annex H.3, note 13). */
const lastOffset = 1024;
/** The number of bytes that show whether a file has the header of a PDF. */
export const headerWithinBytes = lastOffset + header.length;

/**
 * Returns whether bytes have the header of a PDF. This is a cheap check that refuses other files. A PDF with a header may still be damaged.
 */
export const looksLikePdf = (bytes: Uint8Array): boolean => offsetOfHeader(bytes) !== -1;

/** Returns where the header of a PDF begins; -1 without a header. */
export const offsetOfHeader = (bytes: Uint8Array): number =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headerWithinBytes)).indexOf(header);
