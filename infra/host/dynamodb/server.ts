import { type JsonGuard, type JsonServer, startJsonServer } from '../jsonServer.ts';
import { Database } from './database.ts';
import { isApiError } from './errors.ts';
import { Operations } from './operations.ts';
import { ReadLag, type ReadLagOptions } from './readLag.ts';

interface LocalDynamoDb extends JsonServer {
  /** Removes the items whose time to live has ended by `now` (epoch milliseconds). A timer calls this too. */
  expire(now: number): Promise<void>;
  /** Makes eventually consistent reads see all acknowledged changes. */
  catchUp(): void;
}

/**
 * Starts a local DynamoDB: dynalite's validation, expressions and table layout, plus transactions. Acknowledged changes are synced to
 * disk. Only one process at a time may use a directory.
 *
 * @param options.directory the directory of LevelDB; created if missing
 * @param options.port 0 or omitted picks a free port
 * @param options.readLag the lag of eventually consistent reads. Default: none
 * @param options.guard authorizes requests. Default: accepts any signature
 */
export async function startDynamoDb(options: {
  directory: string;
  port?: number;
  guard?: JsonGuard;
  readLag?: ReadLagOptions | undefined;
}): Promise<LocalDynamoDb> {
  const database = await Database.open(options.directory, options.readLag && new ReadLag(options.readLag));
  const operations = new Operations(database);
  const closeStore = async (): Promise<void> => {
    operations.close();
    await database.close();
  };
  try {
    const server = await startJsonServer(options.port ?? 0, {
      target: 'DynamoDB_20120810',
      protocol: '1.0',
      actions: operations.byName,
      guard: options.guard,
      refusalOf: (error) => (isApiError(error) ? { status: error.statusCode, body: error.body } : undefined),
    });
    let closing: Promise<void> | undefined;
    return {
      endpoint: server.endpoint,
      answer: server.answer,
      expire: (now) => operations.expire(now),
      catchUp: () => database.lag?.catchUp(),
      close: () => {
        closing ??= server.close().then(closeStore);
        return closing;
      },
    };
  } catch (error) {
    await closeStore();
    throw error;
  }
}
