import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Refusal } from '../refusal.ts';

/** A file of an export, as it was written. */
export interface Written {
  /** Within the folder, with slashes. */
  readonly path: string;
  readonly size_bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What is exported is what an organization keeps to itself: for whoever runs the command, and nobody else on the machine. */
const ownersFolder = 0o700;
const ownersFile = 0o600;

/** Makes a folder, unless it is there and empty. Throws a Refusal where something is in it. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: ownersFolder }).catch((error: unknown) => {
    throw new Refusal(`--output ${path} cannot be made a folder: ${String(error)}`);
  });
  if ((await readdir(path)).length > 0)
    throw new Refusal(`--output ${path} is not empty. Name a folder that is new or empty.`);
}

/** A file that is being written, in place of what an earlier attempt has left of it. */
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
    // A disk that is full is told to who writes next, or closes the file.
    this.#ended.catch(() => {});
  }

  /** Resolves when the file takes more, so that no more than a buffer of it is in memory. */
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

/** A file of JSON Lines: an object in each. */
export class Lines extends OpenFile {
  #count = 0;

  append(record: object): Promise<void> {
    return this.appendJson(JSON.stringify(record));
  }

  /** Appends what is JSON already, byte for byte. */
  appendJson(json: string): Promise<void> {
    this.#count += 1;
    return this.write(`${json}\n`);
  }

  override async close(): Promise<Written & { readonly count: number }> {
    return { ...(await super.close()), count: this.#count };
  }
}
