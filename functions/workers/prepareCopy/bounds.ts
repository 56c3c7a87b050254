import type { PictureBounds } from '../../../shared/pdf/pdfium/draw.ts';
import type { ThreadLimits } from '../threads/hostileThread.ts';

/** An A4 page is 1189 by 1681 pixels, 144 to the inch: small print is legible, and the picture takes about 130 kB. */
export const pictureBounds: PictureBounds = { maxPixels: 2_000_000, maxSide: 4096, maxPixelsPerInch: 288 };

/** Longer texts are cut. No page that people read has more: a dense page of a lexicon has 10,000 characters. */
export const transcriptCharactersMax = 20_000;

/** Ten times what is common in contracts; a file with more pages is not shown as pictures. */
export const pagesMax = 2000;

/** PDFium's limit of memory, with the file and the picture: a page of many transparent layers takes 60 MB. */
export const pdfiumMegabytes = 512;

/** Limits for opening a file. A file with a broken index is read whole: 2 s for 100 MB. */
export const openLimits: ThreadLimits = { cpuMilliseconds: 10_000, milliseconds: 20_000, megabytes: 1024 };
/** Limits for a page: 20 times what a map with 100,000 lines takes. */
export const pageLimits: ThreadLimits = { cpuMilliseconds: 5000, milliseconds: 10_000, megabytes: 1024 };
/** CPU time for drawing all pages of a file: a page of dense text takes 0.18 s. The pages drawn by then stay. */
export const drawingMilliseconds = (pages: number): number => Math.max(120_000, pages * 300);
/** Each takes at most the time of a page, so a file wastes at most three minutes of a worker. */
export const undrawnPagesMax = 20;

/** PDFium's limit of memory for stamping: a file of 100 MB takes 453 MB, because it is held both as read and as written. */
export const stampMegabytes = 768;
/**
 * Limits for stamping a file: 3 s for 100 MB, 2 s for 1000 pages, 6 s for 3000. An encrypted file takes 12 s for 1000 pages, because PDFium
 * searches the whole file for shared objects at each page; from about 2000 pages on it is shown as pictures.
 */
export const stampLimits: ThreadLimits = { cpuMilliseconds: 45_000, milliseconds: 60_000, megabytes: 1400 };
