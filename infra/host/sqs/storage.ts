import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SharedSync, syncContent, syncDirectory } from '../sync.ts';
import { PersistenceManager } from './fauxqs.ts';

/**
 * The queues on disk: SQLite as fauxqs writes it, and beside it from which queue a dead letter came.
 */
export class Storage extends PersistenceManager {
  readonly #log: number;
  readonly #sync: SharedSync;
  readonly #totalChanges = this.db.prepare('SELECT total_changes() AS changes');
  #durableChanges = 0;

  /** @param directory is created if missing */
  constructor(directory: string) {
    super(directory);
    // SQLite would block the thread for a sync of each change. `durable` has one sync of its log stand for many.
    this.db.exec('PRAGMA synchronous = NORMAL');
    this.db.exec(`CREATE TABLE IF NOT EXISTS dead_letter_sources (
      message_id TEXT PRIMARY KEY REFERENCES sqs_messages(message_id) ON DELETE CASCADE,
      source_arn TEXT NOT NULL
    )`);
    // A message that was in flight has lost its consumer with the run before: it need not stay invisible until its timeout is over.
    this.db.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL');
    // It has the same log for as long as it is open.
    this.#log = openSync(join(directory, 'fauxqs.db-wal'), 'r');
    syncDirectory(directory);
    this.#sync = new SharedSync(async () => {
      const changes = this.changes;
      await syncContent(this.#log);
      this.#durableChanges = changes;
    });
  }

  /** Resolves when all that was changed so far is on disk. */
  async durable(): Promise<void> {
    if (this.changes > this.#durableChanges) await this.#sync.run();
  }

  /** How many rows were written since it was opened. */
  get changes(): number {
    return Number(this.#totalChanges.get()?.changes);
  }

  override readonly close = (): void => {
    this.db.close();
    closeSync(this.#log);
  };

  /** fauxqs's own also clears the receive count, which its table does not allow. */
  override readonly updateMessageReady = (messageId: string): void => {
    this.db
      .prepare(
        'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
      )
      .run(messageId);
  };

  /** Remembers the queue that a message was taken from, for as long as the message is there. */
  insertDeadLetterSource(messageId: string, sourceArn: string): void {
    this.db
      .prepare('INSERT OR REPLACE INTO dead_letter_sources (message_id, source_arn) VALUES (?, ?)')
      .run(messageId, sourceArn);
  }

  deadLetterSource(messageId: string): string | undefined {
    const row = this.db
      .prepare('SELECT source_arn FROM dead_letter_sources WHERE message_id = ?')
      .get(messageId);
    return row && String(row.source_arn);
  }

  /** Runs a function whose writes are kept all together or not at all. Does not nest. */
  together<T>(run: () => T): T {
    this.db.exec('BEGIN');
    try {
      const result = run();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      this.db.exec('ROLLBACK');
      throw error;
    }
  }
}
