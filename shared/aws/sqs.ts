import { hash } from 'node:crypto';
import type { SendMessageRequest } from '@aws-sdk/client-sqs';
import { jsonFailure } from './errors.ts';
import { jsonRequest, sender } from './send.ts';
import { settingsOf } from './settings.ts';

/** A request that has committed a change must not wait long for SQS. If a send fails, the sweep sends the message again. */
export const sqs = sender<SendMessageRequest, object>(
  settingsOf('sqs', { maxAttempts: 2 }),
  { connectMilliseconds: 1000, answerMilliseconds: 1000 },
  {
    // SQS is called at the host of the queue's URL.
    request: async (operation, input) =>
      jsonRequest(new URL('/', input.QueueUrl), `AmazonSQS.${operation}`, JSON.stringify(input), {
        'x-amzn-query-mode': 'true',
      }),
    output: ({ body }, { MessageBody = '' }) => {
      const { MD5OfMessageBody } = JSON.parse(body.toString());
      if (MD5OfMessageBody !== hash('md5', MessageBody)) throw new Error('SQS has got another message');
      return {};
    },
    failure: jsonFailure,
  },
);
