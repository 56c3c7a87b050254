import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { SortedList } from '../sortedList.ts';
import { SyncedDirectory, syncContent, syncDirectory } from '../sync.ts';
import { fileNameOf, inOrder, keyIn, type ObjectInfo, readInfo } from './objectInfo.ts';
import { PreviousVersions } from './previousVersions.ts';

/** The chunk size of a stream. Smaller objects are read faster without a stream. */
export const smallBytes = 65_536;

/** A new object on disk that no request can find yet. */
interface StagedObject {
  readonly info: ObjectInfo;
  /** The temporary file of its information. */
  readonly path: string;
}

/**
 * The objects of one bucket on disk. An object is a small JSON file that names its content file. Both files are written and synced first,
 * then one rename makes them visible. So every request finds the complete old object or the complete new one. Changes outlive a power cut
 * once `show` or `remove` has resolved.
 */
export class ObjectStore {
  readonly #objects: string;
  readonly #content: string;
  readonly #objectNames: SyncedDirectory;
  readonly #contentNames: SyncedDirectory;
  /** The keys of all objects, cached after the first listing: reading and sorting 100,000 names takes 0.2 s. */
  #keys: SortedList<string> | undefined;
  /** Undefined: the bucket keeps no previous versions. */
  readonly #previous: PreviousVersions | undefined;

  constructor(directory: string, { isVersioned = false } = {}) {
    this.#objects = join(directory, 'objects');
    this.#content = join(directory, 'content');
    mkdirSync(this.#objects, { recursive: true });
    mkdirSync(this.#content, { recursive: true });
    for (const created of [directory, dirname(directory)]) syncDirectory(created);
    this.#objectNames = new SyncedDirectory(this.#objects);
    this.#contentNames = new SyncedDirectory(this.#content);
    this.#previous = isVersioned ? new PreviousVersions(join(directory, 'previous')) : undefined;
  }

  get isVersioned(): boolean {
    return this.#previous !== undefined;
  }

  /** Writes the source to disk. If the source throws, throws the same error and leaves nothing behind. */
  async stage(
    key: string,
    source: AsyncIterable<Uint8Array>,
    headers: Readonly<Record<string, string>>,
    keepsSha256 = false,
  ): Promise<StagedObject> {
    const file = randomUUID();
    const path = join(this.#content, file);
    const md5 = createHash('md5');
    const sha256 = keepsSha256 ? createHash('sha256') : undefined;
    let size = 0;
    const descriptor = openSync(path, 'wx');
    try {
      for await (const chunk of source) {
        md5.update(chunk);
        sha256?.update(chunk);
        size += chunk.length;
        // A synchronous write to the page cache is faster than the thread pool.
        writeFileSync(descriptor, chunk);
      }
      const etag = `"${md5.digest('hex')}"`;
      const checksum = sha256 && { sha256: sha256.digest('base64') };
      const info = { key, size, etag, modifiedAt: Date.now(), headers, file, ...checksum };
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

  /** Stages the content of another object, possibly of another bucket. Content files never change, so both objects share one file. */
  async stageCopy(
    key: string,
    { store, info }: { readonly store: ObjectStore; readonly info: ObjectInfo },
    headers: Readonly<Record<string, string>>,
    keepsSha256 = false,
  ): Promise<StagedObject> {
    const sha256 = info.sha256 ?? (keepsSha256 ? await store.#sha256Of(info) : undefined);
    const file = randomUUID();
    const path = join(this.#content, file);
    linkSync(join(store.#content, info.file), path);
    try {
      const [staged] = await Promise.all([
        this.#stageInfo({ ...info, key, modifiedAt: Date.now(), headers, file, ...(sha256 && { sha256 }) }),
        this.#contentNames.synced(),
      ]);
      return staged;
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  }

  async #sha256Of(info: ObjectInfo): Promise<string> {
    const hash = createHash('sha256');
    if (info.size <= smallBytes) return hash.update(this.readWhole(info)).digest('base64');
    for await (const chunk of this.read(info)) hash.update(chunk);
    return hash.digest('base64');
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

  /** Discards a staged object. */
  discard({ info, path }: StagedObject): void {
    rmSync(path, { force: true });
    this.#discardContent(info);
  }

  /**
   * Replaces the object of its key. The change is visible when this method returns, so that a caller's precondition still holds. It
   * is on disk when the promise resolves.
   */
  show({ info, path }: StagedObject): Promise<void> {
    const previous = this.find(info.key);
    const current = join(this.#objects, fileNameOf(info.key));
    if (previous) this.#previous?.keep(previous, current);
    renameSync(path, current);
    if (!previous) this.#keys?.add(info.key);
    return this.#afterSync(previous);
  }

  /** Removes replaced content only after a sync, because a power cut before the sync may bring back the old names. */
  async #afterSync(previous: ObjectInfo | undefined): Promise<void> {
    await this.#objectNames.synced();
    if (this.#previous) return previous && this.#previous.synced();
    // Requests that have already opened the old content can still read it to the end.
    if (previous) this.#discardContent(previous);
  }

  #discardContent({ file }: ObjectInfo): void {
    rmSync(join(this.#content, file), { force: true });
  }

  find(key: string): ObjectInfo | undefined {
    return readInfo(join(this.#objects, fileNameOf(key)));
  }

  /** Finds a current or previous version; undefined if it does not exist or is a delete marker. */
  findVersion(key: string, versionId: string): ObjectInfo | undefined {
    const current = this.find(key);
    return current?.file === versionId ? current : this.#previous?.find(key, versionId);
  }

  /** Streams an object's bytes. The range includes both ends. */
  read({ file }: ObjectInfo, range?: { readonly start: number; readonly end: number }): Readable {
    // Opens the file now, while it certainly exists.
    return createReadStream('', { ...range, fd: openSync(join(this.#content, file), 'r') });
  }

  /** Reads a small object's bytes at once. */
  readWhole({ file }: ObjectInfo): Buffer {
    return readFileSync(join(this.#content, file));
  }

  async remove(key: string): Promise<void> {
    const info = this.find(key);
    if (!info) return;
    this.#previous?.keep(info, join(this.#objects, fileNameOf(key)));
    this.#previous?.mark(key);
    rmSync(join(this.#objects, fileNameOf(key)), { force: true });
    this.#keys?.remove(key);
    await this.#afterSync(info);
  }

  /** Removes a previous version, or a delete marker, for good. */
  async forget(info: ObjectInfo): Promise<void> {
    await this.#previous?.forget(info);
    if (!info.isMarker) this.#discardContent(info);
  }

  close(): void {
    this.#objectNames.close();
    this.#contentNames.close();
    this.#previous?.close();
  }

  /** Returns the first `limit` objects whose keys begin with the prefix and follow `after`, sorted by key. Opens no other objects. */
  list(prefix: string, after = '', limit = Number.POSITIVE_INFINITY): ObjectInfo[] {
    this.#keys ??= new SortedList(inOrder, this.#storedKeys());
    const found: ObjectInfo[] = [];
    for (const key of this.#keys.from(inOrder(after, prefix) < 0 ? prefix : after)) {
      if (found.length === limit || !key.startsWith(prefix)) break;
      const info = key === after ? undefined : this.find(key);
      if (info) found.push(info);
    }
    return found;
  }

  #storedKeys(): string[] {
    return readdirSync(this.#objects)
      .filter((name) => !name.endsWith('.new'))
      .flatMap((name) => keyIn(name) ?? readInfo(join(this.#objects, name))?.key ?? []);
  }

  /** Returns every version of the objects whose keys begin with the prefix, including delete markers, newest first for each key. */
  listVersions(prefix: string): (ObjectInfo & { readonly isLatest: boolean })[] {
    const current = this.list(prefix);
    const shown = new Set(current.map(({ file }) => file));
    const previous = (this.#previous?.list(prefix) ?? []).filter(({ file }) => !shown.has(file));
    const all = [...current, ...previous].sort(
      (a, b) =>
        inOrder(a.key, b.key) ||
        b.modifiedAt - a.modifiedAt ||
        Number(shown.has(b.file)) - Number(shown.has(a.file)),
    );
    return all.map((info, index) => ({ ...info, isLatest: all[index - 1]?.key !== info.key }));
  }
}
