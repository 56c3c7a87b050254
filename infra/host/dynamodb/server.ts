import { type JsonGuard, type JsonServer, startJsonServer } from '../jsonServer.ts';
import { isApiError } from './errors.ts';
import { Ledger } from './ledger.ts';
import { Operations } from './operations.ts';

/**
 * DynamoDB on loopback: dynalite's validation, expressions and table layout, plus transactions. What was
 * acknowledged is synced to disk; a directory belongs to one process at a time.
 *
 * @param options.directory where LevelDB lives; created if missing
 * @param options.port 0 or omitted picks a free port
 * @param options.guard lets requests through. Default: any signature will do
 */
export async function startDynamoDb(options: {
  directory: string;
  port?: number;
  guard?: JsonGuard;
}): Promise<JsonServer> {
  const ledger = await Ledger.open(options.directory);
  const operations = new Operations(ledger);
  const closeStore = async (): Promise<void> => {
    operations.close();
    await ledger.close();
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
