import { callJson } from 'assembly-host/awsJson';
import { afterAll } from 'vitest';
import * as z from 'zod/mini';
import { newActors, storeActors } from '../../../infra/local/actors.ts';
import { kms as kmsClient } from '../../../shared/aws/kms.ts';
import { objects } from '../../../shared/aws/s3.ts';
import { s3 as s3Client } from '../../../shared/aws/s3Client.ts';
import { sqs as sqsClient } from '../../../shared/aws/sqs.ts';
import { createApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { dynamo } from '../../../shared/data/table/client.ts';
import { markFormat } from '../../../shared/data/table/format.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { forgetAll } from '../../../shared/runtime/memory.ts';
import { type Credentials, clientOf } from '../client.ts';
import { keptEnvironment } from '../runner/environment.ts';
import { type FaultyProxy, faultyProxy, passBy } from './faultyProxy.ts';
import { type OpenStage, openStage, type Stage, type StageOptions } from './stage.ts';
import { setVariables, type Variables } from './stores.ts';

/** What a file sets for itself in the stage of its process. */
export interface FileOptions extends Pick<StageOptions, 'around' | 'remembersMarks'> {
  /** Overrides the functions' variables. Default: those of `openStores`, with webhooks to private addresses allowed as in the local stage */
  readonly environment?: Variables;
}

/** The proxies in front of the stores. They let all requests through unless a test sets a fault. */
export interface Lines {
  readonly dynamodb: FaultyProxy;
  readonly s3: FaultyProxy;
  readonly sqs: FaultyProxy;
  readonly kms: FaultyProxy;
  readonly ses: FaultyProxy;
}

export interface SharedStage extends Stage {
  readonly lines: Lines;
}

/**
 * Whether the files of a worker share a stage in this project of the runner. It is never closed, because no worker knows which file is its
 * last. In other projects, each file loads the code anew, and has a stage of its own.
 */
const sharesStage = process.env.SHARES_STAGE === 'true';

/** The stage of this process, and the options of the file that runs. */
const shared: { stage?: Promise<OpenShared>; options: FileOptions } = { options: {} };

interface OpenShared extends SharedStage, OpenStage {
  /** Gives this process the environment of the stage, which files without a stage change too. */
  restoreEnvironment(): void;
}

/**
 * Returns the stage of this process as if it was new: with an empty table, inbox, queues and buckets, without memory of earlier files, with the
 * given settings, and with an organization and people of the seed.
 */
export async function sharedStage(options: FileOptions = {}): Promise<SharedStage> {
  const stage = await emptyStage(options);
  const credentials = await addSeed(stage);
  return { ...stage, credentials, call: clientOf(credentials) };
}

/** Returns the stage of this process like `sharedStage`, with nothing in its table. Files call it while they are collected. */
export async function emptyStage(options: FileOptions = {}): Promise<SharedStage> {
  shared.options = options;
  shared.stage ??= openShared();
  const opening = shared.stage;
  afterAll(async () => {
    const stage = await opening;
    for (const line of Object.values(stage.lines)) line.mend();
    stage.restoreEnvironment();
    shared.options = {};
    if (!sharesStage) return stage.close();
    stage.stores.requireAgreement();
    return stage.requireNoRefusals();
  });
  const stage = await opening;
  stage.restoreEnvironment();
  setVariables({ webhookAllowPrivateTargets: 'true', ...options.environment });
  await stage.table.removeAll();
  await purgeQueues(stage);
  await emptyInbox(stage);
  await stage.stores.emptyBuckets();
  await stage.catchUp();
  forgetAll();
  s3Client.config.systemClockOffset = 0;
  // Playwright gives the words of its zod to every zod of the process.
  z.config({ localeError: undefined });
  return stage;
}

async function openShared(): Promise<OpenShared> {
  await using cleanup = new AsyncDisposableStack();
  const lineTo = async (store: string) => {
    const line = await faultyProxy(store);
    cleanup.defer(() => line.close());
    return line;
  };
  const toStores: Partial<Omit<Lines, 'ses'>>[] = [];
  const stage = await openStage({
    around: (name, run) => (shared.options.around ? shared.options.around(name, run) : run()),
    get remembersMarks() {
      return shared.options.remembersMarks ?? false;
    },
    through: async ({ dynamodb, s3, sqs, kms }) => {
      const lines = {
        dynamodb: await lineTo(dynamodb),
        s3: await lineTo(s3),
        sqs: await lineTo(sqs),
        kms: await lineTo(kms),
      };
      toStores.push(lines);
      return {
        dynamodb: lines.dynamodb.endpoint,
        s3: lines.s3.endpoint,
        sqs: lines.sqs.endpoint,
        kms: lines.kms.endpoint,
      };
    },
  });
  cleanup.defer(() => stage.close());
  const lines = { ...toStores[0], ses: await lineTo(stage.inboxUrl) } as Lines;
  passBy(dynamo, lines.dynamodb);
  passBy(objects, lines.s3);
  passBy(sqsClient, lines.sqs);
  passBy(kmsClient, lines.kms);
  process.env.AWS_ENDPOINT_URL_SESV2 = lines.ses.endpoint;
  const held = cleanup.move();
  return { ...stage, lines, restoreEnvironment: keptEnvironment(), close: () => held.disposeAsync() };
}

/** Dead-letter queues are not outputs of the stack, so all queues are listed here. */
async function purgeQueues({ stores: { sqs } }: SharedStage): Promise<void> {
  const { QueueUrls } = (await callJson(sqs, 'ListQueues', {})) as { QueueUrls: readonly string[] };
  for (const QueueUrl of QueueUrls) await callJson(sqs, 'PurgeQueue', { QueueUrl });
}

async function emptyInbox({ inboxUrl }: Stage): Promise<void> {
  await fetch(`${inboxUrl}/mails`, { method: 'DELETE' });
  await fetch(`${inboxUrl}/refusals`, { method: 'POST', body: JSON.stringify({ type: '', count: 0 }) });
}

async function addSeed({ credentials: { base_url: baseUrl } }: SharedStage): Promise<Credentials> {
  await markFormat();
  const added: unknown = await storeActors(
    newActors(({ email }) => email),
    {
      baseUrl,
      keyEnvironment: 'test',
      keyName: 'local',
      storeKey: (apiKey) => commitChange({ records: { unrecorded: 'seed' }, writes: [createApiKey(apiKey)] }),
    },
  );
  return added as Credentials;
}
