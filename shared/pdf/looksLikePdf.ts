/** Readers look for the header in the first 1024 bytes (ISO 32000-1, Annex H.3, implementation note 13). */
export const headerWithinBytes = 1024;

/** Returns whether bytes have the header of a PDF. This cheap check refuses other files; a PDF that passes may still be damaged. */
export const looksLikePdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headerWithinBytes)).includes(
    '%PDF-',
  );
