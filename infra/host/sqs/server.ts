import { type JsonAnswer, type JsonRequest, refusal, startJsonServer } from '../jsonServer.ts';
import { makeQueuesFair, sendMessage, sendMessageBatch } from './fairQueues.ts';
import { type Action, actions, SnsStore, SqsError, SqsStore } from './fauxqs.ts';
import { MessageMoves } from './messageMoves.ts';
import { Storage } from './storage.ts';

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
 * fauxqs's own start function listens on all of the machine's addresses, and takes no further actions, so its parts are
 * put together here.
 *
 * @param options.port 0 picks a free port
 */
export async function startSqs(options: {
  directory: string;
  port: number;
  region: string;
}): Promise<LocalSqs> {
  const storage = new Storage(options.directory);
  const store = new SqsStore();
  store.region = options.region;
  makeQueuesFair(store, storage);
  // fauxqs writes a queue again when it is given the means to before loading, which deletes its messages.
  storage.loadSqsAndSns(store, new SnsStore());
  Object.assign(store, { persistence: storage });
  for (const queue of store.allQueues()) Object.assign(queue, { persistence: storage });

  const moves = new MessageMoves(store, storage);
  const served = new Map<string, Action>(
    Object.entries({
      ...actions,
      SendMessage: sendMessage,
      SendMessageBatch: sendMessageBatch,
      StartMessageMoveTask: moves.start,
      ListMessageMoveTasks: moves.list,
    }),
  );
  try {
    const server = await startJsonServer({
      port: options.port,
      protocol: '1.0',
      answer: (request) => answer(served, store, request),
    });
    return {
      endpoint: server.endpoint,
      endPolls: () => store.shutdown(),
      close: async () => {
        moves.close();
        store.shutdown();
        await server.close();
        storage.close();
      },
    };
  } catch (error) {
    storage.close();
    throw error;
  }
}

async function answer(
  served: ReadonlyMap<string, Action>,
  store: SqsStore,
  { target, input, headers }: JsonRequest,
): Promise<JsonAnswer> {
  const name = target.replace('AmazonSQS.', '');
  const action = served.get(name);
  if (!action) return refusal(400, 'com.amazonaws.sqs#InvalidAction', `Unknown action: ${name}`);
  const { host, authorization } = headers;
  try {
    const body = await action(input, store, {
      headers: { ...(host && { host }), ...(authorization && { authorization }) },
    });
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof SqsError)) throw error;
    return {
      status: error.statusCode,
      body: error.toJSON(),
      headers: { 'x-amzn-query-error': error.queryErrorHeader },
    };
  }
}
