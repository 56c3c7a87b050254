import { ApiError } from '../access/errors.ts';
import { fileNameIn } from './fileNames.ts';
import { type ParameterizedHeader, parameterizedHeader } from './headerParameters.ts';

/** A part of a form. */
export interface FormPart {
  readonly name: string;
  /** The file name, which may be empty. Undefined for a part without one. */
  readonly fileName: string | undefined;
  /** The headers of the part as they came. Undefined for a header that was not sent. */
  readonly contentType: string | undefined;
  readonly transferEncoding: string | undefined;
  readonly content: Buffer;
}

/** The most parts that a form may have, and the most bytes of the headers of a part. */
const maxParts = 24;
const maxHeaderBytes = 16_384;

const malformed = (message: string, param: 'Content-Type' | null = null): ApiError =>
  new ApiError('invalid_multipart', message, param);

/**
 * Splits a form into all its parts (RFC 7578; RFC 2046, section 5.1.1). Throws `invalid_multipart` if any byte of the form could belong to a
 * part that is not in the result.
 *
 * @param contentType the header of the request
 */
export function partsOf(contentType: string | undefined, body: Buffer): FormPart[] {
  const delimiters = delimitersIn(body, boundaryIn(contentType));
  return delimiters
    .slice(0, -1)
    .map(({ end }, index) => partIn(body.subarray(end, delimiters[index + 1]?.start), index + 1));
}

function boundaryIn(contentType = ''): string {
  if ((contentType.split(';')[0] ?? '').trim().toLowerCase() !== 'multipart/form-data')
    throw new ApiError('unsupported_media_type', 'Content-Type must be multipart/form-data.', 'Content-Type');
  const [sent = '', ...others] = parameterizedHeader(contentType)?.parameters.get('boundary') ?? [];
  // White space at the end of a delimiter is padding, so a boundary cannot end with it.
  const boundary = sent.trimEnd();
  if (others.length > 0 || !/^[ -~]+$/.test(boundary))
    throw malformed('Content-Type must name the boundary of the form, once and in ASCII.', 'Content-Type');
  return boundary;
}

/** A line with the boundary. `start` is the end of the part before it; `end` is the beginning of the part after it. */
interface Delimiter {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds all delimiters; the last one closes the form. Every line that begins with the boundary must be a delimiter. Otherwise a text with
 * such a line would be cut off, or a part after it lost.
 */
function delimitersIn(body: Buffer, boundary: string): readonly Delimiter[] {
  const dashes = Buffer.from(`--${boundary}`);
  const delimiters: Delimiter[] = [];
  let isClosed = false;
  for (const at of linesBeginningWith(dashes, body)) {
    if (isClosed) throw malformed('The form has a delimiter after its last delimiter.');
    if (delimiters.length > maxParts) throw malformed('The form has too many parts.');
    let end = at + dashes.length;
    isClosed = body.subarray(end, end + 2).equals(Buffer.from('--'));
    if (isClosed) end += 2;
    while (body[end] === 0x20 || body[end] === 0x09) end++;
    const isWholeLine = body.subarray(end, end + 2).equals(crlf) || (isClosed && end === body.length);
    if (!isWholeLine || !(at === 0 || body.subarray(at - 2, at).equals(crlf)))
      throw malformed('A line of the form begins with the boundary, but is not a delimiter.');
    delimiters.push({ start: at - 2, end: Math.min(end + 2, body.length) });
  }
  const [first] = delimiters;
  const last = delimiters.at(-1);
  if (!first || !last)
    throw malformed('The form has no delimiter with the boundary that Content-Type names.');
  if (!isClosed) throw malformed('The form ends before its last delimiter.');
  // Text around the delimiters is no part. But with a misspelt delimiter, a part would be there.
  for (const around of [body.subarray(0, Math.max(first.start, 0)), body.subarray(last.end)])
    if (/content-disposition/i.test(around.toString('latin1')))
      throw malformed('The form has a part before its first delimiter, or after its last one.');
  return delimiters;
}

const crlf = Buffer.from('\r\n');

/** Returns the position of each line that begins with the given bytes. A carriage return or a line feed alone also ends a line here. */
function* linesBeginningWith(bytes: Buffer, body: Buffer): Generator<number> {
  if (body.subarray(0, bytes.length).equals(bytes)) yield 0;
  const afterFeed = Buffer.concat([Buffer.from('\n'), bytes]);
  for (let at = body.indexOf(afterFeed); at >= 0; at = body.indexOf(afterFeed, at + 1)) yield at + 1;
  const afterReturn = body.indexOf(Buffer.concat([Buffer.from('\r'), bytes]));
  if (afterReturn >= 0) yield afterReturn + 1;
}

/** @param number the place of the part in its form, from 1 */
function partIn(bytes: Buffer, number: number): FormPart {
  const unreadable = (what: string) => malformed(`Part ${number} of the form ${what}.`);
  const headersEnd = bytes.indexOf('\r\n\r\n');
  if (headersEnd < 0 || bytes.subarray(0, 2).equals(crlf))
    throw unreadable('has no headers, or no empty line after them');
  if (headersEnd > maxHeaderBytes) throw unreadable(`has more than ${maxHeaderBytes} bytes of headers`);

  const headers = new Map<string, string>();
  for (const line of unfolded(textOf(bytes.subarray(0, headersEnd)))) {
    const [, name, value = ''] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:([^\0\r\n]*)$/.exec(line) ?? [];
    if (name === undefined) throw unreadable('has a header that cannot be read');
    if (readOnce.has(name.toLowerCase()) && headers.has(name.toLowerCase()))
      throw unreadable(`has the header ${name} more than once`);
    headers.set(name.toLowerCase(), value.trim());
  }

  const disposition = headers.get('content-disposition');
  if (disposition === undefined) throw unreadable('has no header Content-Disposition');
  const parsed = parameterizedHeader(disposition);
  if (parsed?.value !== 'form-data')
    throw unreadable('must have a Content-Disposition of the form: form-data; name="…"');
  return {
    name: nameIn(parsed, unreadable),
    fileName: fileNameIn(parsed.parameters),
    contentType: headers.get('content-type'),
    transferEncoding: headers.get('content-transfer-encoding'),
    content: bytes.subarray(headersEnd + 4),
  };
}

const readOnce: ReadonlySet<string> = new Set([
  'content-disposition',
  'content-type',
  'content-transfer-encoding',
]);

/** Joins the lines of folded headers (RFC 5322, section 2.2.3). */
const unfolded = (headers: string): string[] => headers.replace(/\r\n(?=[ \t])/g, '').split('\r\n');

/** Clients send headers in UTF-8 (RFC 7578, section 5.1). Old ones send names of files in other charsets, mostly in Latin-1. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function nameIn({ parameters }: ParameterizedHeader, unreadable: (what: string) => ApiError): string {
  const isEncoded = [...parameters.keys()].some((parameter) => parameter.startsWith('name*'));
  if (isEncoded) throw unreadable('must write its name as name="…", not as name*');
  const [name = '', ...others] = parameters.get('name') ?? [];
  if (others.length > 0) throw unreadable('has more than one name');
  if (name === '') throw unreadable('has no name');
  return name;
}
