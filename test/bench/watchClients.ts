import type { Recorder } from './recorder.ts';

/** Notes every call of the handlers' own clients, which can be loaded once the stage has set the environment. */
export async function watchClients(recorder: Recorder): Promise<void> {
  const [{ dynamo }, { s3 }, { sqs }, { kms }] = await Promise.all([
    import('../../shared/data/client.ts'),
    import('../../shared/files/client.ts'),
    import('../../shared/queues/client.ts'),
    import('../../shared/webhooks/secrets.ts'),
  ]);
  recorder.watch('dynamodb', dynamo);
  recorder.watch('s3', s3);
  recorder.watch('sqs', sqs);
  recorder.watch('kms', kms);
}
