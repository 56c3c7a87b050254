/** The bucket's parts, shared by the construct that sets their lifecycles and grants and the code that makes keys. */
export const objectPrefixes = {
  /** As they came. The bucket removes what nothing came of. */
  uploads: 'uploads/',
  /** Kept for good. */
  payloads: 'payloads/',
  /** Can be drawn again, so the bucket removes them after a while. */
  entryPages: 'entry-pages/',
} as const;
