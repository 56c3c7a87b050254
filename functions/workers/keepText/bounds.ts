import type { ThreadLimits } from '../threads/limitedThread.ts';

/** The limit of memory for PDFium, with the file. Pages are not drawn, so it is less than for pictures. */
export const pdfiumMegabytes = 384;

/** Limits for opening a file. A file of 100 MB with a broken index takes 2 s, because PDFium reads all of it. */
export const openLimits: ThreadLimits = { cpuMilliseconds: 10_000, milliseconds: 20_000, megabytes: 768 };
/** Limits for the text of a page: a hundred times the needs of a dense page. */
export const pageLimits: ThreadLimits = { cpuMilliseconds: 2000, milliseconds: 5000, megabytes: 768 };
/** The CPU time for all pages of a file, and its limit by the clock. The text of the pages that were read before that is kept. */
export const fileLimits = { cpuMilliseconds: 120_000, milliseconds: 240_000 } as const;
/** After this many pages whose text cannot be read, the others are not tried. */
export const unreadPagesMax = 10;

/**
 * The most UTF-16 units that are read of a page. A page that is cut at 100,000 bytes has fewer, unless most of its characters cannot be
 * seen.
 */
export const pageCharactersMax = 120_000;
