import { sha256Of } from '../text/sha256.ts';

/** The parts of a request. Requests with equal parts are the same request. */
export interface Said {
  readonly method: string;
  /** The path, with the names of its parameters. `parameters` has the values. */
  readonly path: string;
  readonly parameters: unknown;
  readonly query: unknown;
  /** The JSON body, or the text fields of a form; undefined if the operation takes none. */
  readonly body: unknown;
  readonly file?: Uint8Array | undefined;
}

/**
 * Returns the SHA-256 of a request, in hexadecimal. The order of an object's keys, white space in JSON and the boundary of a form do not
 * change the SHA-256.
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
