import type { Recorder } from './recorder.ts';

const clients = {
  dynamodb: async () => (await import('../../../shared/data/table/client.ts')).dynamo,
  s3: async () => (await import('../../../shared/aws/s3.ts')).objects,
  sqs: async () => (await import('../../../shared/aws/sqs.ts')).sqs,
  kms: async () => (await import('../../../shared/aws/kms.ts')).kms,
  aoss: async () => (await import('../../../shared/search/engine.ts')).engine,
  ses: async () => (await import('../../../shared/mail/ses.ts')).ses,
};
export type StoreName = keyof typeof clients;

/**
 * Records every call of the handlers' own clients. The clients can be loaded once the stage has set the environment. Resolves with
 * a function that ends the recording.
 *
 * @param names the stores to watch. Default: all
 */
export async function watchClients(
  recorder: Recorder,
  names: readonly StoreName[] = ['dynamodb', 's3', 'sqs', 'kms', 'ses', 'aoss'],
): Promise<() => void> {
  const endings: (() => void)[] = [];
  for (const name of names) endings.push(recorder.watch(name, await clients[name]()));
  return () => {
    for (const end of endings) end();
  };
}
