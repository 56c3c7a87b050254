import { closeSync, fdatasync, fsync, fsyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Resolves when a file's content and its size are on disk. */
export const syncContent = (descriptor: number): Promise<void> => promisify(fdatasync)(descriptor);

/** Syncs the names in a directory to disk before it returns. */
export function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs the names in a directory. Calls during a sync share the sync that follows. */
export class SyncedDirectory {
  readonly #descriptor: number;
  readonly #sync: SharedSync;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.#sync = new SharedSync(() => promisify(fsync)(this.#descriptor));
  }

  /** Resolves when all names created, renamed and removed so far are on disk. */
  synced(): Promise<void> {
    return this.#sync.run();
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Runs one sync at a time. Each sync covers all calls before its start. */
export class SharedSync {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Resolves when a sync that began after this call is done. Rejects when that sync fails. */
  run(): Promise<void> {
    this.#next ??= this.#begin(this.#running);
    return this.#next;
  }

  async #begin(before: Promise<void> | undefined): Promise<void> {
    // The callers of an earlier sync get its error, and this sync ignores the error. There is a short wait even without an earlier sync, so
    // that simultaneous calls share a sync.
    await before?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = undefined;
    await this.#sync();
  }
}
