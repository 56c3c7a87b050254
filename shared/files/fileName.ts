import { cleanedName } from '../contract/shownText.ts';

/**
 * Characters that change the direction of text. With such characters, a name can seem to have another file extension (Unicode TR 36, 2.6).
 */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/**
 * The maximum number of code points in a name. Even with four bytes for each, the name and `.pdf` fit into the 255 bytes of file systems.
 */
const maxLength = 60;

/**
 * Returns the file name of a document's PDF: the title, with single spaces and without characters that file systems refuse. A title that
 * ends in `.pdf` already gets no second ending.
 *
 * @param suffix the end of the name, which stays whole when the title must be cut
 */
export function pdfFileName(title: string, suffix = ''): string {
  const allowed = title
    .replace(directionControls, '')
    .replace(/[\s\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .replace(/\.pdf$/i, '');
  const kept = [...allowed]
    .slice(0, maxLength - suffix.length)
    .join('')
    .trim();
  return `${kept || 'Document'}${suffix}.pdf`;
}

/** Returns the name of an uploaded file, cleaned and without its folders; null if nothing visible is left. */
export const cleanedFileName = (sent: string): string | null => cleanedName(sent.replace(/^.*[/\\]/s, ''));

/**
 * Returns a Content-Disposition header (RFC 6266). It has an ASCII name for old clients, and the real name encoded by RFC 8187. Browsers
 * show a file with `inline`, and save a file with `attachment`.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
