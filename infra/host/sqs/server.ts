import type { Access } from '../iam/access.ts';
import { jsonGuard } from '../iam/jsonGuard.ts';
import { common, type JsonAction, type JsonAnswer, type JsonServer, startJsonServer } from '../jsonServer.ts';
import { localAccountId } from '../template/localNames.ts';
import { actionsOfSqs } from './access.ts';
import { makeQueuesFair, sendMessage, sendMessageBatch } from './fairQueues.ts';
import { type Action, actions, SnsStore, SqsError, SqsStore } from './fauxqs.ts';
import { MessageMoves } from './messageMoves.ts';
import { QueueNumbers } from './queueNumbers.ts';
import { refusing } from './refusals.ts';
import { Storage } from './storage.ts';

interface LocalSqs extends JsonServer {
  /** Ends every long poll, so that a poller that is closing receives no message. */
  endPolls(): void;
}

/**
 * Starts a local SQS. Every change is on disk before it is acknowledged. Messages that were in flight when an earlier run ended become
 * visible again and keep their receive counts.
 *
 * fauxqs's own start function listens on all addresses and accepts no additional actions, so this function assembles its parts.
 *
 * @param options.port 0 picks a free port
 * @param options.access decides who may use which queue. Default: accepts any signature
 */
export async function startSqs(options: {
  directory: string;
  port: number;
  region: string;
  access?: Access;
}): Promise<LocalSqs> {
  const storage = new Storage(options.directory);
  const store = new SqsStore();
  store.region = options.region;
  makeQueuesFair(store, storage);
  // If persistence were set before loading, fauxqs would write each queue again and delete its messages.
  storage.loadSqsAndSns(store, new SnsStore());
  Object.assign(store, { persistence: storage });
  for (const queue of store.allQueues()) Object.assign(queue, { persistence: storage });

  const moves = new MessageMoves(store, storage);
  const numbers = new QueueNumbers();
  const served: Readonly<Record<string, Action>> = {
    ...actions,
    SendMessage: sendMessage,
    SendMessageBatch: sendMessageBatch,
    ReceiveMessage: numbers.counting(actions.ReceiveMessage),
    DescribeQueueNumbers: numbers.describe,
    StartMessageMoveTask: moves.start,
    ListMessageMoveTasks: moves.list,
  };
  const arnOf = (name: string): string => `arn:aws:sqs:${options.region}:${localAccountId}:${name}`;
  const guard =
    options.access &&
    jsonGuard(options.access, 'sqs', (action, input) => actionsOfSqs(arnOf, action, input), denial);
  try {
    const server = await startJsonServer(options.port, {
      target: 'AmazonSQS',
      protocol: '1.0',
      guard,
      actions: new Map(
        Object.entries(served).map(([name, action]) => [
          name,
          performing(refusing(name, action), store, storage),
        ]),
      ),
      refusalOf,
    });
    return {
      endpoint: server.endpoint,
      answer: server.answer,
      endPolls: () => store.shutdown(),
      close: async () => {
        moves.close();
        store.shutdown();
        await server.close();
        await storage.durable();
        storage.close();
      },
    };
  } catch (error) {
    storage.close();
    throw error;
  }
}

const performing =
  (action: Action, store: SqsStore, storage: Storage): JsonAction =>
  async (input, { host, authorization }) => {
    const headers = { ...(host && { host }), ...(authorization && { authorization }) };
    const { changes } = storage;
    const answer = await action(input, store, { headers });
    if (storage.changes > changes) await storage.durable();
    return answer;
  };

class SqsDenial extends Error {}
const denial = (message: string) => new SqsDenial(message);

function refusalOf(error: unknown): JsonAnswer | undefined {
  // For denied requests, SQS keeps the status and the code of its older protocol.
  if (error instanceof SqsDenial)
    return {
      status: 403,
      body: { __type: `${common}AccessDeniedException`, message: error.message },
      headers: { 'x-amzn-query-error': 'AccessDenied;Sender' },
    };
  if (!(error instanceof SqsError)) return undefined;
  const headers = { 'x-amzn-query-error': error.queryErrorHeader };
  return { status: error.statusCode, body: error.toJSON(), headers };
}
