/** Makes forms byte by byte, with content that `FormData` never sends. */

export interface Part {
  /** The text after `Content-Disposition: `. */
  readonly disposition: string;
  /** Further header lines. */
  readonly headers?: readonly string[];
  readonly content: string | Uint8Array;
}

export interface FormFraming {
  readonly boundary?: string;
  /** The boundary as the Content-Type writes it. Default: unchanged */
  readonly contentType?: string;
  readonly lineEnd?: string;
  /** The text before the first and after the last delimiter. */
  readonly preamble?: string;
  readonly epilogue?: string;
}

export const text = (name: string, content: string): Part => ({
  disposition: `form-data; name="${name}"`,
  content,
});

/** Returns a PDF part. `fileName`: the file name parameter as the header writes it. */
export const pdfPart = (content: Uint8Array, fileName = 'filename="contract.pdf"'): Part => ({
  disposition: `form-data; name="payload"; ${fileName}`,
  headers: ['Content-Type: application/pdf'],
  content,
});

/** Returns a form as the `raw` and `headers` of a call. */
export function rawForm(parts: readonly Part[], framing: FormFraming = {}) {
  const {
    boundary = 'form-boundary-7MA4YWxk',
    lineEnd = '\r\n',
    preamble = '',
    epilogue = lineEnd,
  } = framing;
  const body = parts.flatMap(({ disposition, headers = [], content }) => [
    [`--${boundary}`, `Content-Disposition: ${disposition}`, ...headers, '', ''].join(lineEnd),
    content,
    lineEnd,
  ]);
  return {
    raw: bytes([preamble, ...body, `--${boundary}--`, epilogue]),
    headers: { 'Content-Type': framing.contentType ?? `multipart/form-data; boundary=${boundary}` },
  };
}

/** Joins texts, as UTF-8, and bytes. */
export const bytes = (pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
