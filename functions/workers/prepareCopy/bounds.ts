import type { PictureBounds } from '../../../shared/pdf/pdfium/draw.ts';
import type { ThreadLimits } from '../threads/limitedThread.ts';

/** An A4 page has 1189 by 1681 pixels, 144 in an inch: small print is legible, and the picture takes about 130 kB. */
export const pictureBounds: PictureBounds = {
  maxPixels: 2_000_000,
  maxSide: 4096,
  maxPixelsPerInch: 288,
  minSide: 400,
};

/** The small picture of a document's first page for its managers: an A4 page has 240 by 340 pixels, and about 6 kB. */
export const smallPictureBounds: PictureBounds = {
  maxPixels: 82_000,
  maxSide: 340,
  maxPixelsPerInch: 288,
};

/** Longer texts are cut. Readable pages have less text: a dense page of a lexicon has 10,000 characters. */
export const transcriptCharactersMax = 20_000;

/** Ten times the usual length of contracts. A file with more pages is not shown as pictures. */
export const pagesMax = 2000;

/** The limit of memory for PDFium, with the file and the picture. A page of many transparent layers takes 60 MB. */
export const pdfiumMegabytes = 512;

/** Limits for opening a file. A file of 100 MB with a broken index takes 2 s, because PDFium reads all of it. */
export const openLimits: ThreadLimits = { cpuMilliseconds: 10_000, milliseconds: 20_000, megabytes: 1024 };
/** Limits for a page: 20 times the needs of a map with 100,000 lines. */
export const pageLimits: ThreadLimits = { cpuMilliseconds: 5000, milliseconds: 10_000, megabytes: 1024 };
/** Returns the CPU time for drawing all pages of a file. A page of dense text takes 0.18 s. Pages that were drawn in this time are kept. */
export const drawingMilliseconds = (pages: number): number => Math.max(120_000, pages * 300);
/**
 * The maximum number of pages that cannot be drawn. Drawing such a page takes at most 10 s, so a file wastes only a few minutes of a
 * worker.
 */
export const undrawnPagesMax = 20;

/** The limit of memory for PDFium at stamping. A file of 100 MB takes 453 MB, because the old and the new file are in memory. */
export const stampMegabytes = 768;
/**
 * Limits for stamping a file. A file of 100 MB takes 3 s, and 1000 pages take 1 s. Drawing the pages that are checked takes 5 s at most,
 * unless somebody made them slow.
 */
export const stampLimits: ThreadLimits = { cpuMilliseconds: 45_000, milliseconds: 60_000, megabytes: 1400 };
/**
 * Returns the limits for making a copy, before its pages are checked. A page of 1 kB to 1 MB takes 1 to 50 ms. So a file of one page gets
 * 5 s, and no page costs a copy more than 10 s, with its check.
 */
export const copyLimits = (sizeBytes: number, pages: number): ThreadLimits => ({
  ...stampLimits,
  cpuMilliseconds: Math.min(5000 + pages * 20 + (sizeBytes / 1e6) * 50, stampLimits.cpuMilliseconds),
});
/** Limits for drawing a page twice, small, to check its watermarks. */
export const checkLimits: ThreadLimits = { cpuMilliseconds: 5000, milliseconds: 10_000, megabytes: 1400 };
