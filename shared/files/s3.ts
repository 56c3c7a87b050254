import { S3Client } from '@aws-sdk/client-s3';

/**
 * Signs URLs, and sends what operators ask for. What handlers and workers do with objects takes its settings, its credentials and
 * its retries (`objects.ts`). A body that stops in the middle (`socketTimeout`) is given up like a request that is not answered.
 */
export const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1000,
    requestTimeout: 4000,
    throwOnRequestTimeout: true,
    socketTimeout: 4000,
  },
});
