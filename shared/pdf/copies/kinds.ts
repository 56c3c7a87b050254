/** What a stamped copy can lack because no watermark can mark it, in the order in which pages name it. */
export const lackedKinds = [
  'form',
  'notes',
  'xfa',
  'media',
  'private_data',
  'thumbnails',
  'actions',
] as const;
export type LackedKind = (typeof lackedKinds)[number];

/** What a file can do or contain beyond pages and links, in the order in which pages name it. */
export const activeKinds = [
  'script',
  'launch',
  'submit',
  'import',
  'remote',
  'media',
  'xfa',
  'files',
] as const;
export type ActiveKind = (typeof activeKinds)[number];
