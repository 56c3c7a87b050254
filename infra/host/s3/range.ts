import { S3Error } from './errors.ts';

/**
 * Reads a Range header with one range of bytes (RFC 9110, section 14.1.2), both ends included. Undefined asks for
 * everything, as a header that does not parse does too. Throws an S3Error for a range beyond the content.
 */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= size || (first === '' && Number(last) === 0))
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable.');
  return { start, end };
}
