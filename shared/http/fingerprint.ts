import { sha256Of } from '../sha256.ts';

/** What makes a request the same as another one. */
export interface Said {
  readonly method: string;
  /** With the names of its parameters; `parameters` has their values. */
  readonly path: string;
  readonly parameters: unknown;
  readonly query: unknown;
  /** The JSON body, or the text fields of a form; undefined where the operation takes none. */
  readonly body: unknown;
  /** The file of a form. */
  readonly file?: Uint8Array | undefined;
}

/**
 * Returns the SHA-256 of what a request says, in hexadecimal: of the values of its body as they were sent, in whatever order an
 * object has them, and of a file's bytes. White space in JSON and the boundary of a form say nothing.
 */
export const fingerprintOf = ({ file, ...said }: Said): string =>
  sha256Of(canonical({ ...said, file: file === undefined ? null : sha256Of(file) }));

/** Returns JSON in which the keys of all objects are sorted. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
