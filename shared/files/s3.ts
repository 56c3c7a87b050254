import { S3Client } from '@aws-sdk/client-s3';

/**
 * Each execution environment has one client. Bodies are a few megabytes at most, within one region; one that stops in the
 * middle (`socketTimeout`) is given up like a request that is not answered.
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
