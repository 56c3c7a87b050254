import { SQSClient } from '@aws-sdk/client-sqs';

/** A send that hangs must not hold up the answer to what is committed already: the sweep sends again. */
export const sqs = new SQSClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 1000, throwOnRequestTimeout: true },
});
