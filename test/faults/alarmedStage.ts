import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { callJson } from '../../infra/host/awsJson.ts';
import { type HostedStack, type LocalHost, startHost } from '../../infra/host/host.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { seed } from '../../infra/local/seed.ts';
import { type QueueName, storeOutputs } from '../../shared/runtime/stores.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Tamper, tamperedAssembly } from './brokenAssembly.ts';

export interface AlarmedStageOptions {
  /** Changes what is deployed. Default: nothing is wrong with it */
  readonly tamper?: Tamper;
  /** The stage's people and keys are there. One stage of a process can have them: the clients that make them keep its stores. */
  readonly isSeeded?: boolean;
  /** Resolves when a function's code is there, which takes part in every invocation. Default: at once */
  awaitFiles?(folder: string): Promise<void>;
}

export interface AlarmedStage {
  readonly host: LocalHost;
  readonly directory: string;
  /** As the owner; as somebody unknown where the stage is not seeded. */
  request(path: string, init?: RequestInit): Promise<Response>;
  upload(): Promise<Response>;
  /** Registers an endpoint for all events, at which nobody answers. */
  register(): Promise<Response>;
  send(queue: QueueName, message: object): Promise<void>;
  /** Lets time pass for the alarms. Resolves with those that ring, by their names in the runbook. */
  after(milliseconds: number): Promise<string[]>;
  close(): Promise<void>;
}

/** A stage on the host whose alarms look at what really happened, by a clock that can be set forward. */
export async function alarmedStage(options: AlarmedStageOptions = {}): Promise<AlarmedStage> {
  const { tamper = () => undefined, isSeeded = false, awaitFiles } = options;
  await using cleanup = new AsyncDisposableStack();
  const { path } = cleanup.use(await temporaryDirectory());
  const directory = join(path, 'data');
  let skipped = 0;
  let stack: HostedStack | undefined;
  const host = await startHost({
    port: 0,
    dataDirectory: directory,
    assemble: async () => tamperedAssembly(await assemble(), join(path, 'assembly'), tamper),
    seed: async (started) => {
      stack = started;
      if (isSeeded) await seed(started, directory);
    },
    report: () => undefined,
    now: () => Date.now() + skipped,
    ...(awaitFiles && { awaitFiles }),
  });
  const stop = cleanup.adopt(host, (started) => started.close());
  const held = cleanup.move();
  onTestFinished(() => held.disposeAsync());

  const key = isSeeded ? ownerKey(directory) : 'unknown';
  const request: AlarmedStage['request'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(`${host.baseUrl}${path}`, { ...init, headers });
  };
  return {
    host,
    directory,
    request,
    upload: async () =>
      request('/v1/documents', { method: 'POST', body: uploadForm({ title: 'A' }, await makePdf()) }),
    register: () =>
      request('/v1/webhooks', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://localhost:9/nobody', events: ['*'] }),
      }),
    send: async (queue, message) => {
      if (!stack) throw new Error('The stack is not there yet.');
      const { outputs, endpoints, credentials } = stack;
      const QueueUrl = outputs[storeOutputs[`${queue}QueueUrl`]];
      const sqs = { endpoint: endpoints.sqs, target: 'AmazonSQS', region: 'us-east-1', credentials };
      await callJson(sqs, 'SendMessage', { QueueUrl, MessageBody: JSON.stringify(message) });
    },
    after: async (milliseconds) => {
      skipped += milliseconds;
      const ringing = (await host.alarms()).filter(({ state }) => state === 'ALARM');
      return ringing
        .map(({ name }) => nameInRunbook(name))
        .filter((name) => !isPart(name))
        .sort();
    },
    close: () => stop.close(),
  };
}

/** CloudFormation adds to the names of all alarms but those of objectives. */
export const nameInRunbook = (name: string): string =>
  name.replace(/^DocumentGovernance-local-(?:(?:Observability|Mail-Alarms)(\w+)[0-9A-F]{8}$)?/, '$1');

/** Returns whether an alarm is a window of an objective, which means nothing alone. */
export const isPart = (name: string): boolean => /(Fast|Slow)(Long|Short)$/.test(name);

const credentials = z.object({ api_keys: z.object({ owner: z.string() }) });
const ownerKey = (directory: string): string =>
  z.parse(credentials, JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8'))).api_keys.owner;
