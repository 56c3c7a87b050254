/** A destination for text. A terminal has `columns`. */
interface TextSink {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

/** The command line's access to its environment. The AWS SDK reads its own settings from the process. */
export interface Io {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds. Default: the clock */
  readonly now?: () => number;
  /** Asks the operator a question, and resolves with true for yes. Default: nobody can answer */
  readonly ask?: (question: string) => Promise<boolean>;
}

type Value =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly { readonly [name: string]: unknown }[]
  | { readonly [name: string]: unknown };
/** The shown fields of an object. Scripts rely on their names: lower case, with underscores. */
export type Row = Readonly<Record<string, Value>>;

/** Words for people in place of null, or of an empty list or object. Default: a dash */
type Blanks<R extends Row> = { readonly [K in keyof R]?: string };

/** Tables and lines for people, JSON for scripts. */
export interface Output {
  /**
   * `columns`: the fields shown to people. Default: all. `most`: the number of rows shown to people. Default: all. `what`: the name
   * of the rows, for the sentence that says that there are none.
   */
  list<R extends Row>(
    what: string,
    rows: readonly R[],
    shown?: {
      readonly columns?: readonly (keyof R & string)[];
      readonly blanks?: Blanks<R>;
      readonly most?: number;
    },
  ): void;
  /** `words`: what people read in place of a value. */
  record<R extends Row>(row: R, blanks?: Blanks<R>, words?: Blanks<R>): void;
  /** Prints a list. People see each row as a record. */
  records<R extends Row>(what: string, rows: readonly R[], blanks?: Blanks<R>): void;
  /** A sentence for the operator. With JSON output, it goes to standard error. */
  note(sentence: string): void;
  /** A line about how far a long command is. It always goes to standard error. */
  progress(line: string): void;
}

export function outputTo({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>, json: boolean): Output {
  const printJson = (value: unknown) => stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  const progress = (line: string) => stderr.write(`${line}\n`);
  return json
    ? {
        progress,
        list: (_what, rows) => printJson(rows),
        record: (row) => printJson(row),
        records: (_what, rows) => printJson(rows),
        note: (sentence) => stderr.write(`${sentence}\n`),
      }
    : {
        progress,
        list: (
          what,
          rows,
          { columns = Object.keys(rows[0] ?? {}), blanks = {}, most = rows.length } = {},
        ) => {
          stdout.write(rows.length === 0 ? `No ${what}.\n` : tableOf(rows.slice(0, most), columns, blanks));
          if (rows.length > most) stdout.write(`... and ${rows.length - most} more: --json has them.\n`);
        },
        record: (row, blanks = {}, words = {}) => stdout.write(linesOf({ ...row, ...words }, blanks)),
        records: (what, rows, blanks = {}) =>
          stdout.write(
            rows.length === 0 ? `No ${what}.\n` : rows.map((row) => linesOf(row, blanks)).join('\n'),
          ),
        note: (sentence) => stdout.write(`${sentence}\n`),
      };
}

const tableOf = <R extends Row>(rows: readonly R[], columns: readonly string[], blanks: Blanks<R>): string =>
  aligned([
    columns.map((column) => title(column).toUpperCase()),
    ...rows.map((row) => columns.map((column) => cell(row, column, blanks))),
  ]);

/** Returns the lines of an object. A field takes one line, but a field with a list of objects takes one line for each object. */
const linesOf = <R extends Row>(row: R, blanks: Blanks<R>): string =>
  aligned(
    Object.entries(row).flatMap(([key, value]) => {
      const parts = Array.isArray(value) ? value.filter((part) => typeof part === 'object') : [];
      return parts.length === 0
        ? [[title(key), cell(row, key, blanks)]]
        : parts.map((part: Row, index) => [index === 0 ? title(key) : '', phrase(part)]);
    }),
  );

/** Returns an object as a line of text, without the fields that are null. */
const phrase = (part: Row): string =>
  Object.keys(part)
    .filter((key) => part[key] !== null)
    .map((key) => `${title(key)} ${cell(part, key, {})}`)
    .join(', ');

/** Makes columns as wide as their widest cell, two spaces apart. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells.map((text, column) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text))).join('  ');
  return lines.map((cells) => `${line(cells).trimEnd()}\n`).join('');
}

const title = (key: string): string => key.replaceAll('_', ' ').replace(/\bid$/, 'ID');

function cell<R extends Row>(row: R, column: string, blanks: Blanks<R>): string {
  const value = row[column] ?? null;
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0))
    return blanks[column] ?? '-';
  return printable(typeof value === 'object' ? textOf(value) : String(value));
}

const textOf = (value: Value & object): string =>
  Array.isArray(value) ? value.join(', ') : JSON.stringify(value);

/**
 * Replaces characters by their numbers if they could control the operator's terminal, start a new line or reverse the text
 * direction. Names come from API clients.
 */
export const printable = (value: string): string =>
  value.replace(
    /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const graphemes = new Intl.Segmenter();
/** East Asian scripts, full-width forms and emoji take two columns of a terminal. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;

const widthOf = (value: string): number =>
  [...graphemes.segment(value)].reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);
