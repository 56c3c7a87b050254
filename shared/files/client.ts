import { S3Client } from '@aws-sdk/client-s3';
import { environment } from '../environment.ts';

/** One client an execution environment. Bodies are a few megabytes at most, within one region. */
export const s3 = new S3Client({
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 15_000 },
});

export const bucketName = environment('bucketName');
