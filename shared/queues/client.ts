import { SQSClient } from '@aws-sdk/client-sqs';
import { connections } from '../aws/connections.ts';
import { lean } from '../aws/lean.ts';

/** A send that hangs must not hold up the answer to what is committed already: the sweep sends again. */
export const sqs = lean(
  new SQSClient({
    maxAttempts: 2,
    cacheMiddleware: true,
    requestHandler: connections({ connectMilliseconds: 1000, answerMilliseconds: 1000 }),
  }),
  'sqs',
);
