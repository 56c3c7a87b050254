import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SharedSync, syncContent, syncDirectory } from '../sync.ts';
import { PersistenceManager } from './fauxqs.ts';

/** The queues on disk: the SQLite database of fauxqs, and also the source queue of each dead letter. */
export class Storage extends PersistenceManager {
  readonly #log: number;
  readonly #sync: SharedSync;
  readonly #totalChanges = this.db.prepare('SELECT total_changes() AS changes');
  #durableChanges = 0;

  /** @param directory is created if missing */
  constructor(directory: string) {
    super(directory);
    // A sync by SQLite for each change would block the thread. Instead, `durable` syncs the log of SQLite once for many changes.
    this.db.exec('PRAGMA synchronous = NORMAL');
    this.db.exec(`CREATE TABLE IF NOT EXISTS dead_letter_sources (
      message_id TEXT PRIMARY KEY REFERENCES sqs_messages(message_id) ON DELETE CASCADE,
      source_arn TEXT NOT NULL
    )`);
    // The consumers of the earlier run are gone, so messages in flight become visible without waiting for their timeout.
    this.db.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL');
    // SQLite keeps the same log file while the database is open, so this descriptor stays valid.
    this.#log = openSync(join(directory, 'fauxqs.db-wal'), 'r');
    syncDirectory(directory);
    this.#sync = new SharedSync(async () => {
      const changes = this.changes;
      await syncContent(this.#log);
      this.#durableChanges = changes;
    });
  }

  /** Resolves when all changes so far are on disk. */
  async durable(): Promise<void> {
    if (this.changes > this.#durableChanges) await this.#sync.run();
  }

  /** The number of rows written since the database was opened. */
  get changes(): number {
    return Number(this.#totalChanges.get()?.changes);
  }

  override readonly close = (): void => {
    this.db.close();
    closeSync(this.#log);
  };

  /** fauxqs's own method also sets the receive count to NULL, which the column of its table does not allow. */
  override readonly updateMessageReady = (messageId: string): void => {
    this.db
      .prepare(
        'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
      )
      .run(messageId);
  };

  /** Stores the queue from which a dead letter came, for as long as the dead letter exists. */
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

  /** Runs a function as one transaction. Such calls cannot be nested. */
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
