import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { localStackFile } from '../../../infra/local/seed.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { createOrganization } from '../../../shared/contract/operations/organization.ts';
import { registerWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';
import type { Credentials } from '../client.ts';
import { clientOf } from './client.ts';
import type { LoadRequest } from './webhookLoad.ts';
import type { Receiver } from './webhookReceiver.ts';

/** Changes whose events are to be delivered. */
export interface Load extends AsyncDisposable {
  /** Makes a new organization that has endpoints at the receiver. Resolves with its id. */
  organization(receiver: Receiver, endpoints: number): Promise<OrganizationId>;
  /** Commits one change in each organization of the list. An organization may be listed several times. */
  change(organizations: readonly OrganizationId[]): Promise<void>;
}

const concurrency = 32;

export async function openLoad(dataDirectory: string, credentials: Credentials): Promise<Load> {
  const worker = new Worker(new URL('./webhookLoad.ts', import.meta.url), {
    workerData: concurrency,
    env: await variables(dataDirectory),
  });
  const requests: PromiseWithResolvers<void>[] = [];
  worker.on('message', (id: number) => requests[id]?.resolve());
  worker.on('error', (error) => {
    for (const { reject } of requests) reject(error);
  });
  const client = clientOf(credentials);
  return {
    organization: async (receiver, endpoints) => {
      const { id } = await client.call(createOrganization, { json: { name: 'Bench' } });
      for (let endpoint = 0; endpoint < endpoints; endpoint++) {
        const path = `/${id}/${endpoint}`;
        const { secret } = await client.call(registerWebhook, {
          as: 'staff',
          headers: { 'X-Service-Organization-Id': id },
          json: { url: `https://localhost:${receiver.port}${path}`, events: ['*'] },
        });
        receiver.expect(path, secret);
      }
      return id;
    },
    change: (organizations) => {
      const done = Promise.withResolvers<void>();
      const id = requests.push(done) - 1;
      worker.postMessage({ id, organizations } satisfies LoadRequest);
      return done.promise;
    },
    [Symbol.asyncDispose]: async () => {
      const gone = once(worker, 'exit');
      await worker.terminate();
      await gone.catch(() => undefined);
    },
  };
}

/** Returns the environment variables that the service's code reads. */
export async function variables(dataDirectory: string): Promise<Record<string, string>> {
  const stack = JSON.parse(await readFile(join(dataDirectory, localStackFile), 'utf8'));
  return {
    LOG_LEVEL: 'SILENT',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: stack.credentials.access_key_id,
    AWS_SECRET_ACCESS_KEY: stack.credentials.secret_access_key,
    AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodb,
    AWS_ENDPOINT_URL_SQS: stack.sqs,
    [environmentNames.tableName]: stack.outputs.TableName,
    [environmentNames.eventsQueueUrl]: stack.outputs.EventsQueueUrl,
    [environmentNames.serviceBaseUrl]: stack.outputs.ApiUrl,
    [environmentNames.activityDays]: '400',
    [environmentNames.sessionIdleHours]: '24',
    [environmentNames.sessionHours]: '168',
  };
}
