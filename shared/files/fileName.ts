/** Characters that reorder others: a name with them can seem to have another ending (Unicode TR 36, 2.6). */
const directionControls = '\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069';
/** Code points in a name. At four bytes each, with `.pdf`, they stay below the 255 bytes that file systems take. */
const maxLength = 60;

/**
 * Returns the name of a downloaded PDF: its document's title without characters that file systems refuse, and with single spaces.
 *
 * @param suffix kept whole when the title must be cut
 */
export function pdfFileName(title: string, suffix = ''): string {
  const allowed = title
    .replace(new RegExp(`[${directionControls}]`, 'gu'), '')
    .replace(/[\s\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .trim();
  const kept = [...allowed]
    .slice(0, maxLength - suffix.length)
    .join('')
    .trim();
  return `${kept || 'Document'}${suffix}.pdf`;
}

/**
 * Returns a Content-Disposition header (RFC 6266): an ASCII name for old clients and the real one, encoded as RFC 8187 says.
 * Browsers show `inline` and save `attachment`.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
