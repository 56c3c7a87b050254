import type { BuildAppOptions } from 'fauxqs';
import { buildApp } from 'fauxqs';

type Stores = NonNullable<BuildAppOptions['stores']>;

interface Persistence {
  readonly db: { exec(sql: string): void };
  loadSqsAndSns(sqs: Stores['sqsStore'], sns: Stores['snsStore']): void;
  close(): void;
}

export interface LocalSqs {
  readonly endpoint: string;
  /** Ends every long poll, so that no message is taken by a poller that is going away. */
  endPolls(): void;
  close(): Promise<void>;
}

/**
 * SQS on loopback, every change on disk before it is acknowledged. Messages that were in flight when an earlier run
 * ended are visible again, their receive counts kept.
 *
 * fauxqs's own start function listens on all of the machine's addresses, so its parts are put together here.
 *
 * @param options.port 0 picks a free port
 */
export async function startSqs(options: {
  directory: string;
  port: number;
  region: string;
}): Promise<LocalSqs> {
  const { SqsStore } = await part<{ SqsStore: new () => Stores['sqsStore'] }>('sqs/sqsStore.js');
  const { SnsStore } = await part<{ SnsStore: new () => Stores['snsStore'] }>('sns/snsStore.js');
  const { S3Store } = await part<{ S3Store: new () => Stores['s3Store'] }>('s3/s3Store.js');
  const { PersistenceManager } = await part<{ PersistenceManager: new (directory: string) => Persistence }>(
    'persistence.js',
  );

  const persistence = new PersistenceManager(options.directory);
  // Write-ahead logging without a sync for each message: what was committed outlives the process, if not the machine.
  persistence.db.exec('PRAGMA synchronous = NORMAL');
  // Whoever was working on a message ended with the run before: it need not stay invisible until its timeout is over.
  persistence.db.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL');
  const sqsStore = new SqsStore();
  const snsStore = new SnsStore();
  // fauxqs writes a queue again when it is given the means to before loading, which deletes its messages.
  persistence.loadSqsAndSns(sqsStore, snsStore);
  Object.assign(sqsStore, { persistence });
  for (const queue of sqsStore.allQueues()) Object.assign(queue, { persistence });

  const app = buildApp({
    logger: false,
    defaultRegion: options.region,
    stores: { sqsStore, snsStore, s3Store: new S3Store() },
  });
  try {
    const endpoint = await app.listen({ port: options.port, host: '127.0.0.1' });
    return {
      endpoint,
      endPolls: () => sqsStore.shutdown(),
      close: async () => {
        await app.close();
        persistence.close();
      },
    };
  } catch (error) {
    persistence.close();
    throw error;
  }
}

/** A module that fauxqs does not export. The version is pinned in package.json. */
const part = async <T>(path: string): Promise<T> =>
  import(new URL(path, import.meta.resolve('fauxqs')).href) as Promise<T>;
