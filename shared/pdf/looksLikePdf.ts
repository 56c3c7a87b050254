/** The number of bytes in which PDF readers look for the header of a file (ISO 32000-1, Annex H.3, implementation note 13). */
export const headerWithinBytes = 1024;

/**
 * Returns whether bytes have the header of a PDF. This is a cheap check that refuses other files. A PDF with a header may still be damaged.
 */
export const looksLikePdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headerWithinBytes)).includes(
    '%PDF-',
  );
