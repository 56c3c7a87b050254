import { readFixture } from './fixtures.ts';

/**
 * The start of an object without an end. A PDF reader that repairs a file searches the rest of the file for the end of each such object.
 */
const endless = '99 0 obj <<';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));

/** A file of 389 kB that no PDF reader can open. pdf.js takes a minute and a half to fail. */
export const worstPdf = bytesOf(`%PDF-1.7\n${endless.repeat(389_000 / endless.length)}`);

/** A file of 35 kB with 2 pages. PDF readers can open the file, but pdf.js takes most of a second; ordinary files take a millisecond. */
export const slowPdf = bytesOf(
  `%PDF-1.7\n${endless.repeat(3000)}${Buffer.from(readFixture('broken-xref.pdf')).toString('latin1')}`,
);
