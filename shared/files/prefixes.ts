/** The bucket's parts, shared by the construct that sets their lifecycles and grants and the code that makes keys. */
export const objectPrefixes = {
  /** PDFs as they were uploaded. The bucket removes them after a while. */
  uploads: 'uploads/',
  /** PDFs that clients put into the bucket themselves. */
  direct: 'direct/',
  /** PDFs that are kept for good. */
  payloads: 'payloads/',
  /** Covers that can be drawn again, so the bucket removes them after a while. */
  entryPages: 'entry-pages/',
  /** Pages as pictures without a watermark, and their text. No URL of them is ever signed; the bucket removes them after a while. */
  pages: 'pages/',
  /** Copies for one reader, with URLs signed for minutes. */
  stamped: 'stamped/',
} as const;

/** Signed heads of audit chains, in a bucket of their own. */
export const auditHeadPrefix = 'heads/';
