import { S3Client } from '@aws-sdk/client-s3';
import { limits } from './s3.ts';

/** The SDK's client, which signs URLs, lists objects, and sends the requests of operators. It takes long to load. */
export const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: limits.connectMilliseconds,
    requestTimeout: limits.answerMilliseconds,
    throwOnRequestTimeout: true,
    socketTimeout: limits.answerMilliseconds,
  },
});
