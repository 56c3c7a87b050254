/** The prefixes of the keys in the stage's bucket. The construct of the bucket uses them for lifecycles and grants. */
export const objectPrefixes = {
  /** PDFs as they were uploaded. The bucket removes them after a while. */
  uploads: 'uploads/',
  /** PDFs that clients put into the bucket directly. */
  direct: 'direct/',
  /** PDFs of versions. The bucket does not remove them. */
  payloads: 'payloads/',
  /** Entry pages. They can be drawn again, so the bucket removes them after a while. */
  entryPages: 'entry-pages/',
  /**
   * Pictures of pages without a watermark, and texts of pages. The service never signs URLs of these files. The bucket removes them after a
   * while.
   */
  pages: 'pages/',
  /** The text of the pages of versions. The service never signs URLs of these files. The bucket does not remove them. */
  texts: 'texts/',
  /** Copies and pictures for one reader. Their URLs are valid for minutes. */
  stamped: 'stamped/',
} as const;

/** Signed heads of audit chains, in a bucket of their own. */
export const auditHeadPrefix = 'heads/';
