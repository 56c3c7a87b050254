/**
 * The format of everything that this release stores, the same since 1.0.0: stored data is upgraded (`shared/data/README.md`). Tables of
 * other formats, which are those of 0.x, are refused.
 */
export const storedFormat = '1';

/** The key of the item with the table's format. */
export const formatKey = { pk: 'FORMAT', sk: 'FORMAT' } as const;

/** Returns the reason why a table is refused, and what to do. `found`: the format that its marker names; undefined: it has none. */
export const formatRefusal = (found: string | undefined): string =>
  `The table has ${found === undefined ? 'no marker of its format, so it is of 0.2 or earlier' : `the stored format ${found}`}. ` +
  `This version of the service works with the format ${storedFormat} only, and has changed nothing. Go on with the version that ` +
  'stored it, or remove the stage (of npm start: its data directory) and begin a new one: infra/README.md, "Stages of 0.x".';
