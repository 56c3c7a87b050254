/**
 * The format of everything that this release stores. All releases since 1.0.0 have this format: they upgrade stored data and need no new
 * format (`shared/data/README.md`). Tables with another format, from releases before 1.0.0, are refused.
 */
export const storedFormat = '1';

/** The key of the item with the table's format. */
export const formatKey = { pk: 'FORMAT', sk: 'FORMAT' } as const;

/**
 * Returns the reason why a table is refused, and what to do. `found` is the format that the table's marker names, undefined without a
 * marker.
 */
export const formatRefusal = (found: string | undefined): string =>
  `The table has ${found === undefined ? 'no marker of its format, so it is of 0.2 or earlier' : `the stored format ${found}`}. ` +
  `This version of the service works with the format ${storedFormat} only, and has changed nothing. Go on with the version that ` +
  'stored it, or remove the stage (of npm start: its data directory) and begin a new one: infra/README.md, "Stages of 0.x".';
