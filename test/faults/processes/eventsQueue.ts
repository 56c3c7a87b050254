import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SQS } from '@aws-sdk/client-sqs';
import { localStackFile } from '../../../infra/local/seed.ts';
import type { StackFile } from '../../../infra/local/stackFile.ts';

/** The queue of events to be fanned out, as an operator sees it. */
export interface EventsQueue {
  /** Makes failed messages visible again after this time. Resolves with a function that restores the former setting. */
  comeAgainAfter(seconds: number): Promise<() => Promise<void>>;
  /** Resolves with the number of messages that wait or are being processed. */
  count(): Promise<number>;
  countDeadLetters(): Promise<number>;
  /** Moves all dead letters back. */
  redrive(): Promise<void>;
  close(): void;
}

/** Returns the queue of the local service that runs on a data directory. */
export async function eventsQueueOf(directory: string): Promise<EventsQueue> {
  const stack: StackFile = JSON.parse(await readFile(join(directory, localStackFile), 'utf8'));
  const sqs = new SQS({
    endpoint: stack.sqs,
    region: 'us-east-1',
    credentials: {
      accessKeyId: stack.credentials.access_key_id,
      secretAccessKey: stack.credentials.secret_access_key,
    },
  });
  const QueueUrl = stack.outputs.EventsQueueUrl ?? '';
  const attributesOf = async (url: string): Promise<Readonly<Record<string, string>>> => {
    const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
    return (await sqs.send(command)).Attributes ?? {};
  };
  const { RedrivePolicy = '{}', VisibilityTimeout = '' } = await attributesOf(QueueUrl);
  const deadLettersArn: string = JSON.parse(RedrivePolicy).deadLetterTargetArn;
  const deadLetters = new URL(deadLettersArn.split(':').at(-1) ?? '', QueueUrl).href;
  const setVisibility = async (timeout: string) => {
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { VisibilityTimeout: timeout } });
  };
  return {
    comeAgainAfter: async (seconds) => {
      await setVisibility(String(seconds));
      return () => setVisibility(VisibilityTimeout);
    },
    count: async () => {
      const { ApproximateNumberOfMessages, ApproximateNumberOfMessagesNotVisible } =
        await attributesOf(QueueUrl);
      return Number(ApproximateNumberOfMessages) + Number(ApproximateNumberOfMessagesNotVisible);
    },
    countDeadLetters: async () => Number((await attributesOf(deadLetters)).ApproximateNumberOfMessages),
    redrive: async () => {
      await sqs.startMessageMoveTask({ SourceArn: deadLettersArn });
    },
    close: () => sqs.destroy(),
  };
}
