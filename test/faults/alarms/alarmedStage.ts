import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostedStack, startHost } from 'assembly-host';
import { callJson } from 'assembly-host/awsJson';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { assemble } from '../../../infra/local/assemble.ts';
import { seed } from '../../../infra/local/seed.ts';
import { type QueueName, storeOutputs } from '../../../shared/runtime/stores.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly Metadata?: { readonly 'aws:cdk:path'?: string };
}

/**
 * Changes the properties of a resource, as anyone with access to the account could. `path`: the path of the construct, such as
 * `Workers/SweepDue`.
 */
type Tamper = (resource: Resource, path: string) => void;

interface AlarmedStageOptions {
  /** Changes the resources before they are deployed. Default: no change */
  readonly tamper?: Tamper;
  /**
   * Adds the local stage's people and keys. Only one stage of a process can have them, because the clients that add them continue to use
   * the stores of this stage.
   */
  readonly isSeeded?: boolean;
  /** Resolves when a function's code is there. Each invocation waits until then. Default: the code is there at once */
  awaitFiles?(folder: string): Promise<void>;
}

/** Starts a stage on the host. Its alarms evaluate real metrics, by a clock that can be set forward. */
export async function alarmedStage({
  tamper = () => undefined,
  isSeeded = false,
  awaitFiles,
}: AlarmedStageOptions = {}) {
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
  /** Sends a request as the owner, or with an unknown key if the stage is not seeded. */
  const request = (path: string, init: RequestInit = {}): Promise<Response> => {
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
    /** Registers an endpoint for all events. Nothing listens at its address. */
    register: () =>
      request('/v1/webhooks', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://localhost:9/nobody', events: ['*'] }),
      }),
    send: async (queue: QueueName, message: object) => {
      if (!stack) throw new Error('The stack is not there yet.');
      const { outputs, endpoints, credentials } = stack;
      const QueueUrl = outputs[storeOutputs[`${queue}QueueUrl`]];
      const sqs = { endpoint: endpoints.sqs, target: 'AmazonSQS', region: 'us-east-1', credentials };
      await callJson(sqs, 'SendMessage', { QueueUrl, MessageBody: JSON.stringify(message) });
    },
    /** Sets the clock of the alarms forward. Resolves with the alarms that fire at that time, by their names in the runbook. */
    after: async (milliseconds: number) => {
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

/** Returns an alarm's name in the runbook. CloudFormation adds text to all names except those of objectives. */
export const nameInRunbook = (name: string): string =>
  name.replace(
    /^DocumentGovernance-local-(?:(?:Observability|Mail-Alarms|Search-Alarms|UserPoolGuard-Alarms)(\w+)[0-9A-F]{8}$)?/,
    '$1',
  );

/** Returns whether an alarm watches one window of an objective. Operators get only the alarm that combines the windows. */
export const isPart = (name: string): boolean => /(Fast|Slow)(Long|Short)$/.test(name);

const credentials = z.object({ api_keys: z.object({ owner: z.string() }) });
const ownerKey = (directory: string): string =>
  z.parse(credentials, JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8'))).api_keys.owner;

/** Makes a copy of an assembly in `directory`, with changed resources. */
function tamperedAssembly(assembly: string, directory: string, tamper: Tamper): string {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(assembly)) {
    if (!name.endsWith('.template.json')) {
      symlinkSync(join(assembly, name), join(directory, name));
      continue;
    }
    const template: { Resources: Record<string, Resource> } = JSON.parse(
      readFileSync(join(assembly, name), 'utf8'),
    );
    for (const resource of Object.values(template.Resources))
      tamper(resource, resource.Metadata?.['aws:cdk:path']?.replace(/^[^/]+\//, '') ?? '');
    writeFileSync(join(directory, name), JSON.stringify(template));
  }
  return directory;
}
