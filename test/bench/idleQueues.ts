import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callJson } from 'assembly-host/awsJson';
import * as z from 'zod/mini';
import { localStackFile } from '../../infra/local/seed.ts';
import { stackFile } from '../../infra/local/stackFile.ts';

const pollMilliseconds = 50;
const patienceMilliseconds = 8 * 60_000;
const counted = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];

/**
 * Returns a function that resolves when the workers have done the work of uploads and changes. The function polls the queues seldom,
 * because the host's time for these requests is part of the measured time.
 */
export async function queuesOf(dataDirectory: string): Promise<() => Promise<void>> {
  const text = await readFile(join(dataDirectory, localStackFile), 'utf8');
  const stack = z.parse(stackFile, JSON.parse(text));
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = stack.credentials;
  const sqs = {
    endpoint: stack.sqs,
    target: 'AmazonSQS',
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
  };
  const isIdle = async (output: string): Promise<boolean> => {
    const input = { QueueUrl: stack.outputs[output], AttributeNames: counted };
    const { Attributes } = (await callJson(sqs, 'GetQueueAttributes', input)) as {
      Attributes: Record<string, string>;
    };
    return Object.values(Attributes).every((count) => count === '0');
  };
  return async () => {
    const deadline = Date.now() + patienceMilliseconds;
    // A processing worker sends events before SQS deletes its message. So the processing queue is asked first: if it is empty, no more
    // events come.
    while (!((await isIdle('ProcessingQueueUrl')) && (await isIdle('EventsQueueUrl')))) {
      if (Date.now() > deadline) throw new Error('The workers do not come to an end.');
      await delay(pollMilliseconds);
    }
  };
}
