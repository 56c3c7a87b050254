import type { PictureBounds } from '../../../shared/pdf/pdfium/draw.ts';
import type { ThreadLimits } from '../hostileThread.ts';

/** An A4 page is 1189 by 1681 pixels, 144 to the inch: small print is legible, and the picture takes about 130 kB. */
export const pictureBounds: PictureBounds = { maxPixels: 2_000_000, maxSide: 4096, maxPixelsPerInch: 288 };

/** A page with more text is one that nobody reads: a dense page of a lexicon has 10,000 characters. */
export const transcriptCharactersMax = 20_000;

/** Ten times what is common in contracts; a file with more pages is not shown as pictures. */
export const pagesMax = 2000;

/** PDFium may take this much, the file and the picture included: a page of layers that are all transparent takes 60 MB. */
export const pdfiumMegabytes = 512;

/** What opening a file may take. Of one with a broken index, all is read: 2 s for 100 MB. */
export const openLimits: ThreadLimits = { cpuMilliseconds: 10_000, milliseconds: 20_000, megabytes: 1024 };
/** What a page may take: 20 times what a map with 100,000 lines does. */
export const pageLimits: ThreadLimits = { cpuMilliseconds: 5000, milliseconds: 10_000, megabytes: 1024 };
/** What drawing all pages of a file may compute, together: a page of dense text takes 0.18 s. The pages drawn by then stay. */
export const drawingMilliseconds = (pages: number): number => Math.max(120_000, pages * 300);
/** Each takes the time of a page at most: a file cannot keep a worker for longer than three minutes in vain. */
export const undrawnPagesMax = 20;

/** PDFium may take this much to stamp a file: one of 100 MB takes 453 MB, as it is there as it came and as it is written. */
export const stampMegabytes = 768;
/**
 * What stamping a file may take: 3 s for 100 MB, 2 s for 1000 pages, 6 s for 3000. One that is encrypted takes 12 s for 1000 pages, as
 * PDFium looks for shared objects in the whole file at each page, and is shown as pictures from about 2000 on.
 */
export const stampLimits: ThreadLimits = { cpuMilliseconds: 45_000, milliseconds: 60_000, megabytes: 1400 };
