import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/**
 * Writes a function's output to a file. Reports lines of the level ERROR and lines that are not JSON, such as the runtime's stack
 * traces. `observe` gets each line that is a JSON object.
 */
export function functionLog(
  path: string,
  report: (line: string) => void,
  observe?: (entry: object) => void,
): Writable {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a');
  const decoder = new StringDecoder('utf8');
  let unfinished = '';
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const lines = (unfinished + decoder.write(chunk)).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) {
        const error = errorIn(line, observe);
        if (error !== undefined) report(error);
      }
      // A synchronous write takes a tenth of the time of a write in the thread pool.
      writeSync(file, chunk);
      done();
    },
    final(done) {
      closeSync(file);
      done();
    },
  });
}

function errorIn(line: string, observe?: (entry: object) => void): string | undefined {
  if (line.trim() === '') return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return undefined;
    observe?.(entry);
    if (!('level' in entry) || entry.level !== 'ERROR') return undefined;
    const { message = '', error, errorMessage } = entry as Partial<Record<string, unknown>>;
    const cause = errorMessage ?? (error as { message?: unknown } | undefined)?.message;
    return `${message}${cause === undefined ? '' : `: ${cause}`}`;
  } catch {
    return line;
  }
}
