/**
 * Fair queues: standard queues that keep the MessageGroupId of their messages and receive them by turns. fauxqs knows
 * groups in FIFO queues only; what it has for standard queues is completed here, from outside.
 */
import { Backlog, InFlightMessages } from './backlog.ts';
import {
  type Action,
  actions,
  type Input,
  SqsError,
  type SqsMessage,
  type SqsQueue,
  type SqsStore,
} from './fauxqs.ts';
import type { Storage } from './storage.ts';

/** Makes every queue that the store creates or loads from now on a fair one. */
export function makeQueuesFair(store: SqsStore, storage: Storage): void {
  const create = store.createQueue.bind(store);
  store.createQueue = (...about) => makeFair(create(...about), storage);
}

function makeFair(queue: SqsQueue, storage: Storage): SqsQueue {
  const backlog = new Backlog();
  // It has what fauxqs uses of an array.
  const messages = backlog as unknown as SqsMessage[];
  queue.messages = messages;
  queue.inflightMessages = new InFlightMessages(backlog);

  const { purge, dequeue } = queue;
  queue.purge = () => {
    purge.call(queue);
    backlog.clear();
    queue.messages = messages;
  };
  // All changes of one receive are one write: a message on its way to the dead letters is never in neither queue.
  queue.dequeue = (count, visibilityTimeout, findQueue) =>
    storage.together(() =>
      dequeue.call(queue, count, visibilityTimeout, (arn) => {
        const deadLetters = findQueue?.(arn);
        return deadLetters && rememberingSource(deadLetters, queue.arn, storage);
      }),
    );
  return queue;
}

const rememberingSource = (deadLetters: SqsQueue, sourceArn: string, storage: Storage): SqsQueue =>
  withEnqueue(deadLetters, (message) => {
    deadLetters.enqueue(message);
    storage.insertDeadLetterSource(message.messageId, sourceArn);
  });

/** The queue, but for what it does with a new message. */
const withEnqueue = (queue: SqsQueue, enqueue: (message: SqsMessage) => void): SqsQueue =>
  Object.create(queue, { enqueue: { value: enqueue } });

/** Amazon SQS API Reference, "SendMessage": up to 128 characters, letters, digits and punctuation. */
const groupIdPattern = /^[\x21-\x7e]{1,128}$/;
const isGroupId = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && groupIdPattern.test(value));
const groupIdRefusal =
  'The value of parameter MessageGroupId is invalid. Reason: MessageGroupId can only include \
alphanumeric and punctuation characters. 1 to 128 in length.';

/** SendMessage, with the group kept. */
export const sendMessage: Action = async (input, store, request) => {
  const queue = standardQueue(input, store);
  if (!queue) return actions.SendMessage(input, store, request);
  const { MessageGroupId: groupId } = input;
  if (!isGroupId(groupId)) throw new SqsError('InvalidParameterValue', groupIdRefusal);
  const { answer, messages } = await collect(actions.SendMessage, queue, input, request);
  for (const message of messages) queue.enqueue(inGroup(message, groupId));
  return answer;
};

interface BatchAnswer {
  readonly Successful: readonly { readonly Id: string; readonly MessageId: string }[];
  readonly Failed: readonly object[];
}

/** SendMessageBatch, with the groups kept. */
export const sendMessageBatch: Action = async (input, store, request) => {
  const queue = standardQueue(input, store);
  if (!queue) return actions.SendMessageBatch(input, store, request);
  const { answer, messages } = await collect(actions.SendMessageBatch, queue, input, request);
  const { Successful, Failed } = answer as BatchAnswer;
  const entries = input.Entries as readonly { readonly Id: string; readonly MessageGroupId?: unknown }[];
  const groupIds = new Map(entries.map(({ Id, MessageGroupId }) => [Id, MessageGroupId]));

  const sent = Successful.filter(({ Id }) => isGroupId(groupIds.get(Id)));
  for (const { Id, MessageId } of sent) {
    const message = messages.find(({ messageId }) => messageId === MessageId);
    const groupId = groupIds.get(Id);
    if (message && isGroupId(groupId)) queue.enqueue(inGroup(message, groupId));
  }
  const refused = Successful.filter((entry) => !sent.includes(entry)).map(({ Id }) => ({
    Id,
    SenderFault: true,
    Code: 'InvalidParameterValue',
    Message: groupIdRefusal,
  }));
  return { Successful: sent, Failed: [...Failed, ...refused] };
};

/** Undefined also when there is no such queue, which fauxqs has an answer for. */
function standardQueue({ QueueUrl: url }: Input, store: SqsStore): SqsQueue | undefined {
  const queue = typeof url === 'string' ? store.getQueue(url) : undefined;
  return queue?.isFifo() ? undefined : queue;
}

/** Lets fauxqs check a request and make its messages, without putting them in the queue. */
async function collect(
  action: Action,
  queue: SqsQueue,
  input: Input,
  request: Parameters<Action>[2],
): Promise<{ answer: object; messages: SqsMessage[] }> {
  const messages: SqsMessage[] = [];
  const collecting = withEnqueue(queue, (message) => messages.push(message));
  const store = { getQueue: () => collecting } as unknown as SqsStore;
  return { answer: await action(input, store, request), messages };
}

const inGroup = (message: SqsMessage, groupId: string | undefined): SqsMessage =>
  groupId === undefined ? message : { ...message, messageGroupId: groupId };
