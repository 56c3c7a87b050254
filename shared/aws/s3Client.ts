import { S3Client } from '@aws-sdk/client-s3';
import { limits } from './s3.ts';

/** The SDK's client, for lists of objects and the requests of operators. Other requests do not use it, because it loads slowly. */
export const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: limits.connectMilliseconds,
    requestTimeout: limits.answerMilliseconds,
    throwOnRequestTimeout: true,
    socketTimeout: limits.answerMilliseconds,
  },
});
