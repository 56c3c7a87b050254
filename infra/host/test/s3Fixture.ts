import { S3 } from '@aws-sdk/client-s3';
import { Access } from '../iam/access.ts';
import { startS3 } from '../s3/server.ts';
import type { BucketDefinition } from '../template/stores.ts';

export const Bucket = 'bucket';
export const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };

/** Opens the local S3 in this process with one bucket, and an SDK client. A second call with the same directory finds the same objects. */
export async function openS3(directory: string, bucket: Partial<BucketDefinition> = {}) {
  const server = await startS3({ directory, port: 0, access: new Access(credentials) });
  server.provide([{ name: Bucket, isVersioned: false, lifecycleRules: [], corsRules: [], ...bucket }]);
  const client = new S3({ endpoint: server.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  const close = async () => {
    client.destroy();
    await server.close();
  };
  return { server, client, close };
}
