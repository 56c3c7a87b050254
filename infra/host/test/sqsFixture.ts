import { type Message, SQS } from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import { startSqs } from '../sqs/server.ts';
import { directoryOfTest } from './ownDirectory.ts';

/** Opens the local SQS in this process, and an SDK client. A second call with the same directory finds the same messages. */
export async function openSqs(directory = directoryOfTest()) {
  const server = await startSqs({ directory, port: 0, region: 'us-east-1' });
  const client = new SQS({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    client.destroy();
    closing ??= server.close();
    return closing;
  };
  onTestFinished(close);
  return { client, directory, close, queue: (name: string) => queueOf(client, server.endpoint, name) };
}

function queueOf(client: SQS, endpoint: string, name: string) {
  const QueueUrl = `${endpoint}/000000000000/${name}`;
  return {
    url: QueueUrl,
    arn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
    create: (Attributes: Record<string, string> = {}) => client.createQueue({ QueueName: name, Attributes }),
    /** Sends messages in this order, each given as `body` or `group/body`. */
    send: async (...messages: string[]) => {
      for (let start = 0; start < messages.length; start += 10) {
        const Entries = messages.slice(start, start + 10).map((message, index) => {
          const [body, group] = message.split('/').reverse();
          return {
            Id: String(index),
            MessageBody: body,
            ...(group !== undefined && { MessageGroupId: group }),
          };
        });
        await client.sendMessageBatch({ QueueUrl, Entries });
      }
    },
    receive: async (MaxNumberOfMessages = 10, VisibilityTimeout = 60): Promise<Message[]> => {
      const { Messages = [] } = await client.receiveMessage({
        QueueUrl,
        MaxNumberOfMessages,
        VisibilityTimeout,
        MessageSystemAttributeNames: ['All'],
      });
      return Messages;
    },
    delete: ({ ReceiptHandle }: Message) =>
      client.deleteMessage({ QueueUrl, ReceiptHandle: String(ReceiptHandle) }),
    /** Returns the number of waiting messages. */
    count: async () => {
      const { Attributes } = await client.getQueueAttributes({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages'],
      });
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
  };
}

export const bodiesOf = (messages: readonly Message[]): string[] => messages.map(({ Body }) => String(Body));
