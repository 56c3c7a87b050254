import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

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

/** Content on disk that no object shows yet. */
export interface StagedContent {
  readonly file: string;
  readonly size: number;
  readonly md5: Buffer;
}

/**
 * The objects of one bucket on disk. An object is a small JSON file that names its content file; content is written
 * first and shown by one rename, so readers find the old object or the new one, whole, whatever happens in between.
 */
export class ObjectStore {
  readonly #objects: string;
  readonly #content: string;

  constructor(directory: string) {
    this.#objects = join(directory, 'objects');
    this.#content = join(directory, 'content');
    mkdirSync(this.#objects, { recursive: true });
    mkdirSync(this.#content, { recursive: true });
  }

  /** Writes content to disk. What the source throws is thrown on, and nothing is left behind. */
  async stage(source: AsyncIterable<Uint8Array>): Promise<StagedContent> {
    const file = randomUUID();
    const md5 = createHash('md5');
    let size = 0;
    const handle = await open(join(this.#content, file), 'wx');
    try {
      for await (const chunk of source) {
        md5.update(chunk);
        size += chunk.length;
        await handle.writeFile(chunk);
      }
    } catch (error) {
      await this.discard({ file });
      throw error;
    } finally {
      await handle.close();
    }
    return { file, size, md5: md5.digest() };
  }

  async discard({ file }: { readonly file: string }): Promise<void> {
    await rm(join(this.#content, file), { force: true });
  }

  /**
   * Makes staged content an object, replacing the one that has the key. Synchronous, so that a caller's precondition
   * still holds.
   */
  show(key: string, content: StagedContent, headers: Readonly<Record<string, string>>): ObjectInfo {
    const previous = this.find(key);
    const info: ObjectInfo = {
      key,
      size: content.size,
      etag: `"${content.md5.toString('hex')}"`,
      modifiedAt: Date.now(),
      headers,
      file: content.file,
    };
    const path = join(this.#objects, fileNameOf(key));
    const temporary = `${path}.${randomUUID()}.new`;
    writeFileSync(temporary, JSON.stringify(info));
    renameSync(temporary, path);
    // A reader that has the old content open keeps it to the end.
    if (previous) void this.discard(previous);
    return info;
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
    return createReadStream(join(this.#content, file), range);
  }

  async remove(key: string): Promise<void> {
    const info = this.find(key);
    if (!info) return;
    await rm(join(this.#objects, fileNameOf(key)), { force: true });
    await this.discard(info);
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
