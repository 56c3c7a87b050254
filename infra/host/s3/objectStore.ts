import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { SyncedDirectory, syncContent, syncDirectory } from '../sync.ts';

export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  /** Quoted, as the header has it. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Response headers that were stored with the object: Content-Type, x-amz-meta-* and the like. */
  readonly headers: Readonly<Record<string, string>>;
  /** The file that has the content. */
  readonly file: string;
}

/** What an object is to be, on disk, but nobody finds it yet. */
export interface StagedObject {
  readonly info: ObjectInfo;
  /** Where its information waits for its name. */
  readonly path: string;
}

/**
 * The objects of one bucket on disk. An object is a small JSON file that names its content file; both are written and synced
 * first and shown by one rename, so readers find the old object or the new one, whole, whatever happens in between. What is
 * acknowledged after `show` or `remove` has resolved outlives a power cut.
 */
export class ObjectStore {
  readonly #objects: string;
  readonly #content: string;
  readonly #objectNames: SyncedDirectory;
  readonly #contentNames: SyncedDirectory;

  constructor(directory: string) {
    this.#objects = join(directory, 'objects');
    this.#content = join(directory, 'content');
    mkdirSync(this.#objects, { recursive: true });
    mkdirSync(this.#content, { recursive: true });
    for (const created of [directory, dirname(directory)]) syncDirectory(created);
    this.#objectNames = new SyncedDirectory(this.#objects);
    this.#contentNames = new SyncedDirectory(this.#content);
  }

  /** Writes what comes to disk. What the source throws is thrown on, and nothing is left behind. */
  async stage(
    key: string,
    source: AsyncIterable<Uint8Array>,
    headers: Readonly<Record<string, string>>,
  ): Promise<StagedObject> {
    const file = randomUUID();
    const path = join(this.#content, file);
    const md5 = createHash('md5');
    let size = 0;
    const descriptor = openSync(path, 'wx');
    try {
      for await (const chunk of source) {
        md5.update(chunk);
        size += chunk.length;
        // It goes to the system's memory: a thread for each chunk would take longer.
        writeFileSync(descriptor, chunk);
      }
      const etag = `"${md5.digest('hex')}"`;
      const info = { key, size, etag, modifiedAt: Date.now(), headers, file };
      const [staged] = await Promise.all([
        this.#stageInfo(info),
        syncContent(descriptor),
        this.#contentNames.synced(),
      ]);
      return staged;
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Stages the content of another object, maybe another bucket's. It is never written to again, so both share it. */
  async stageCopy(
    key: string,
    { store, info }: { readonly store: ObjectStore; readonly info: ObjectInfo },
    headers: Readonly<Record<string, string>>,
  ): Promise<StagedObject> {
    const file = randomUUID();
    const path = join(this.#content, file);
    linkSync(join(store.#content, info.file), path);
    try {
      const [staged] = await Promise.all([
        this.#stageInfo({ ...info, key, modifiedAt: Date.now(), headers, file }),
        this.#contentNames.synced(),
      ]);
      return staged;
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  }

  async #stageInfo(info: ObjectInfo): Promise<StagedObject> {
    const path = `${join(this.#objects, fileNameOf(info.key))}.${info.file}.new`;
    const descriptor = openSync(path, 'wx');
    try {
      writeFileSync(descriptor, JSON.stringify(info));
      await syncContent(descriptor);
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
    return { info, path };
  }

  /** Forgets what was staged and is not to be shown. */
  discard({ info, path }: StagedObject): void {
    rmSync(path, { force: true });
    this.#discardContent(info);
  }

  /**
   * Makes it the object, in the place of the one that has its key. That has happened when this returns, so that a caller's
   * precondition still holds; it may be acknowledged when the promise resolves.
   */
  show({ info, path }: StagedObject): Promise<void> {
    const previous = this.find(info.key);
    renameSync(path, join(this.#objects, fileNameOf(info.key)));
    return this.#afterSync(previous);
  }

  /** A power cut may bring back the names from before a sync: until then, what they lead to has to be there. */
  async #afterSync(previous: ObjectInfo | undefined): Promise<void> {
    await this.#objectNames.synced();
    // A reader that has the old content open keeps it to the end.
    if (previous) this.#discardContent(previous);
  }

  #discardContent({ file }: ObjectInfo): void {
    rmSync(join(this.#content, file), { force: true });
  }

  find(key: string): ObjectInfo | undefined {
    try {
      return JSON.parse(readFileSync(join(this.#objects, fileNameOf(key)), 'utf8'));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Streams an object's bytes, both ends of the range included. */
  read({ file }: ObjectInfo, range?: { readonly start: number; readonly end: number }): Readable {
    // It is opened now, while it is there for certain.
    return createReadStream('', { ...range, fd: openSync(join(this.#content, file), 'r') });
  }

  /** An object's bytes at once, for small ones. */
  readWhole({ file }: ObjectInfo): Buffer {
    return readFileSync(join(this.#content, file));
  }

  async remove(key: string): Promise<void> {
    const info = this.find(key);
    if (!info) return;
    rmSync(join(this.#objects, fileNameOf(key)), { force: true });
    await this.#afterSync(info);
  }

  close(): void {
    this.#objectNames.close();
    this.#contentNames.close();
  }

  /** Every object whose key begins with the prefix, in the order of their keys. */
  async list(prefix: string): Promise<ObjectInfo[]> {
    const names = (await readdir(this.#objects)).filter((name) => !name.endsWith('.new'));
    const objects = await Promise.all(
      names.map(
        async (name): Promise<ObjectInfo> => JSON.parse(await readFile(join(this.#objects, name), 'utf8')),
      ),
    );
    return objects
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }
}

/** File names hold 255 bytes on common file systems, keys 1024. */
const longestFileName = 180;

function fileNameOf(key: string): string {
  const name = encodeURIComponent(key).replaceAll('.', '%2E');
  if (name.length <= longestFileName) return name;
  return `${name.slice(0, 100)}-${createHash('sha256').update(key).digest('hex')}`;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
