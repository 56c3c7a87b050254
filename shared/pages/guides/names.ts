/** The guides, in the order of the list: the name in the address, which is also the name of the file in `shared/guides`. */
export const guideNames = [
  'first-document',
  'large-files',
  'paging',
  'retries',
  'webhooks',
  'sharing',
  'rooms',
  'keys',
  'errors',
  'limits',
  'versions',
  'evaluate',
] as const;
export type GuideName = (typeof guideNames)[number];
