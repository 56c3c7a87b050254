import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../atomicFile.ts';
import { SyncedDirectory } from '../sync.ts';
import { fileNameOf, type ObjectInfo, readInfo } from './objectInfo.ts';

/**
 * The information of replaced and removed objects of a versioned bucket. The information is written before the object changes, so a
 * version here may still be the current one.
 */
export class PreviousVersions {
  readonly #directory: string;
  readonly #names: SyncedDirectory;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.#names = new SyncedDirectory(directory);
  }

  /** Keeps the information about an object that is about to change. `path`: the file with the information. */
  keep({ key, file }: ObjectInfo, path: string): void {
    const kept = this.#pathOf(key, file);
    // The file exists already if a process ended before it changed the object.
    rmSync(kept, { force: true });
    linkSync(path, kept);
  }

  mark(key: string): void {
    const marker: ObjectInfo = {
      key,
      size: 0,
      etag: '',
      modifiedAt: Date.now(),
      headers: {},
      file: randomUUID(),
      isMarker: true,
    };
    writeAtomically(this.#pathOf(key, marker.file), JSON.stringify(marker));
  }

  /** Returns the information of a version; undefined for a delete marker. */
  find(key: string, versionId: string): ObjectInfo | undefined {
    if (!/^[0-9a-f-]{36}$/.test(versionId)) return undefined;
    const info = readInfo(this.#pathOf(key, versionId));
    return info?.isMarker ? undefined : info;
  }

  list(prefix: string): ObjectInfo[] {
    return readdirSync(this.#directory)
      .filter((name) => !name.endsWith('.new'))
      .flatMap((name) => readInfo(join(this.#directory, name)) ?? [])
      .filter(({ key }) => key.startsWith(prefix));
  }

  /** Removes a version. When the promise has resolved, the removal outlives a power cut. */
  async forget({ key, file }: ObjectInfo): Promise<void> {
    rmSync(this.#pathOf(key, file), { force: true });
    await this.synced();
  }

  synced(): Promise<void> {
    return this.#names.synced();
  }

  close(): void {
    this.#names.close();
  }

  #pathOf(key: string, versionId: string): string {
    return join(this.#directory, `${fileNameOf(key)}.${versionId}`);
  }
}
