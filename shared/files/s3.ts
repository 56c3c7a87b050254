import { S3Client } from '@aws-sdk/client-s3';
import type { ConnectionLimits } from '../aws/connections.ts';

/** Bodies are a few megabytes at most, within one region; one that stops in the middle is given up like one that never began. */
export const limits: ConnectionLimits = {
  connectMilliseconds: 1000,
  answerMilliseconds: 4000,
  isPerPiece: true,
};

/**
 * Signs URLs, and sends what operators ask for. What handlers and workers do with objects takes its settings, its credentials and
 * its retries (`objects.ts`).
 */
export const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: limits.connectMilliseconds,
    requestTimeout: limits.answerMilliseconds,
    throwOnRequestTimeout: true,
    socketTimeout: limits.answerMilliseconds,
  },
});
