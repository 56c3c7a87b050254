import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { localStackFile } from '../../infra/local/seed.ts';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { environmentNames } from '../../shared/environment.ts';
import type { Credentials } from '../support/client.ts';
import type { LoadRequest } from './webhookLoad.ts';
import type { Receiver } from './webhookReceiver.ts';

/** Changes whose events are to be delivered. */
export interface Load extends AsyncDisposable {
  readonly dataDirectory: string;
  /** A new organization that has endpoints at the receiver. Resolves with its id. */
  organization(receiver: Receiver, endpoints: number): Promise<string>;
  /** Commits a change for each time an organization is named. */
  change(organizations: readonly OrganizationId[]): Promise<void>;
}

const concurrency = 32;

export async function openLoad(dataDirectory: string, credentials: Credentials): Promise<Load> {
  const worker = new Worker(new URL('./webhookLoad.ts', import.meta.url), {
    workerData: concurrency,
    env: await variables(dataDirectory),
  });
  worker.setMaxListeners(0);
  let last = 0;
  const post = poster(credentials);
  return {
    dataDirectory,
    organization: async (receiver, endpoints) => {
      const { id } = await post('/v1/organization', { name: 'Bench' }, credentials.api_keys.owner);
      for (let endpoint = 0; endpoint < endpoints; endpoint++) {
        const path = `/${id}/${endpoint}`;
        const json = { url: `https://localhost:${receiver.port}${path}`, events: ['*'] };
        const staff = credentials.api_keys.staff;
        const { secret } = await post('/v1/webhooks', json, staff, { 'X-Service-Organization-Id': id });
        receiver.expect(path, secret);
      }
      return id;
    },
    change: async (organizations) => {
      const id = ++last;
      const done = new Promise<void>((resolve, reject) => {
        worker.once('error', reject);
        worker.on('message', function listen(finished: number) {
          if (finished !== id) return;
          worker.off('message', listen);
          resolve();
        });
      });
      worker.postMessage({ id, organizations } satisfies LoadRequest);
      await done;
    },
    [Symbol.asyncDispose]: async () => {
      const gone = once(worker, 'exit');
      await worker.terminate();
      await gone.catch(() => undefined);
    },
  };
}

/** What the service's code reads when it is loaded. */
async function variables(dataDirectory: string): Promise<Record<string, string>> {
  const stack = JSON.parse(await readFile(join(dataDirectory, localStackFile), 'utf8'));
  return {
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodb,
    AWS_ENDPOINT_URL_SQS: stack.sqs,
    [environmentNames.tableName]: stack.outputs.TableName,
    [environmentNames.eventsQueueUrl]: stack.outputs.EventsQueueUrl,
    [environmentNames.serviceBaseUrl]: stack.outputs.ApiUrl,
  };
}

const poster =
  ({ base_url }: Credentials) =>
  async (
    path: string,
    json: object,
    key: string,
    headers: Record<string, string> = {},
  ): Promise<{ id: string; secret: string }> => {
    const response = await fetch(base_url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(json),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
