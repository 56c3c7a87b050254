/**
 * Fair queues: standard queues that keep the MessageGroupId of messages and deliver the groups in turn. fauxqs supports groups only in FIFO
 * queues. This module adds groups to standard queues.
 */
import { Backlog, InFlightMessages } from './backlog.ts';
import { type Action, actions, type Input, type SqsMessage, type SqsQueue, type SqsStore } from './fauxqs.ts';
import { entriesOf } from './refusals.ts';
import type { Storage } from './storage.ts';

/**
 * The groups of messages, by the attributes objects of these messages. fauxqs drops the group of a message, but keeps the attributes
 * object.
 */
const groupIds = new WeakMap<object, string>();

/** Makes a fair queue of every queue that the store creates or loads from now on. */
export function makeQueuesFair(store: SqsStore, storage: Storage): void {
  const create = store.createQueue.bind(store);
  store.createQueue = (...about) => makeFair(create(...about), storage);
}

function makeFair(queue: SqsQueue, storage: Storage): SqsQueue {
  const backlog = new Backlog();
  // The backlog has the array methods that fauxqs uses.
  const messages = backlog as unknown as SqsMessage[];
  queue.messages = messages;
  queue.inflightMessages = new InFlightMessages(backlog);

  const { enqueue, purge, dequeue } = queue;
  queue.enqueue = (message) => {
    const groupId = groupIds.get(message.messageAttributes);
    if (groupId !== undefined) message.messageGroupId = groupId;
    enqueue.call(queue, message);
  };
  queue.purge = () => {
    purge.call(queue);
    backlog.clear();
    queue.messages = messages;
  };
  // All changes of one receive are one write. So a message cannot be lost on its way to the dead-letter queue.
  queue.dequeue = (count, visibilityTimeout, findQueue) =>
    storage.together(() =>
      dequeue.call(queue, count, visibilityTimeout, (arn) => {
        const deadLetters = findQueue?.(arn);
        return deadLetters && rememberingSource(deadLetters, queue.arn, storage);
      }),
    );
  return queue;
}

/** Returns the dead-letter queue, which also records the source queue of each message. */
function rememberingSource(deadLetters: SqsQueue, sourceArn: string, storage: Storage): SqsQueue {
  const enqueue = (message: SqsMessage) => {
    deadLetters.enqueue(message);
    storage.insertDeadLetterSource(message.messageId, sourceArn);
  };
  return Object.create(deadLetters, { enqueue: { value: enqueue } });
}

/** SendMessage, with the group kept. */
export const sendMessage: Action = (input, store, request) =>
  actions.SendMessage(keepingGroup(input), store, request);

/** SendMessageBatch, with the groups kept. */
export const sendMessageBatch: Action = (input, store, request) =>
  actions.SendMessageBatch({ ...input, Entries: entriesOf(input).map(keepingGroup) }, store, request);

function keepingGroup(message: Input): Input {
  const MessageAttributes = { ...(message.MessageAttributes as object) };
  if (message.MessageGroupId !== undefined) groupIds.set(MessageAttributes, String(message.MessageGroupId));
  return { ...message, MessageAttributes };
}
