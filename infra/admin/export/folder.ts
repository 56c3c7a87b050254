import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, type WriteStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { makeDirectory } from 'assembly-host/makeDirectory';
import { Refusal } from '../commandLine/refusal.ts';

/** A complete file of an export. */
export interface Written {
  /** The path relative to the folder, with slashes. */
  readonly path: string;
  readonly size_bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Only the user who runs the command may read the export. */
const ownersFolder = 0o700;
const ownersFile = 0o600;

/** Makes a folder, unless an empty folder exists. Throws a Refusal if the folder has content. */
export function makeFolder(path: string): void {
  if (contentOf(path).length > 0)
    throw new Refusal(`--output ${path} is not empty. Name a folder that is new or empty.`);
}

/** Makes a folder if it is missing, and returns the names of what it has. */
function contentOf(path: string): string[] {
  try {
    makeDirectory(resolve(path));
    return readdirSync(path);
  } catch (error) {
    throw new Refusal(`The folder --output ${path} cannot be used: ${String(error)}`);
  }
}

/** A file that is being written. A file that an earlier attempt left is replaced. */
export class OpenFile {
  readonly #path: string;
  readonly #stream: WriteStream;
  readonly #hash = createHash('sha256');
  readonly #ended: Promise<void>;
  #sizeBytes = 0;

  constructor(folder: string, path: string) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: ownersFolder });
    this.#path = path;
    this.#stream = createWriteStream(target, { mode: ownersFile });
    this.#ended = finished(this.#stream);
    // The next write, or closing the file, reports an error such as a full disk.
    this.#ended.catch(() => {});
  }

  /** Resolves when the file accepts more content, so that memory holds at most one buffer. */
  async write(content: Uint8Array | string): Promise<void> {
    const bytes = Buffer.from(content);
    this.#hash.update(bytes);
    this.#sizeBytes += bytes.length;
    if (this.#stream.write(bytes)) return;
    const drained = Promise.withResolvers<void>();
    this.#stream.once('drain', drained.resolve);
    await Promise.race([drained.promise, this.#ended]);
  }

  async close(): Promise<Written> {
    this.#stream.end();
    await this.#ended;
    return { path: this.#path, size_bytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }
}

/** A file in the format JSON Lines. */
export class Lines extends OpenFile {
  #count = 0;

  append(record: object): Promise<void> {
    return this.appendJson(JSON.stringify(record));
  }

  /** Appends JSON text, byte for byte. */
  appendJson(json: string): Promise<void> {
    this.#count += 1;
    return this.write(`${json}\n`);
  }

  override async close(): Promise<Written & { readonly count: number }> {
    return { ...(await super.close()), count: this.#count };
  }
}
