import type { FinalizeRequestMiddleware, HttpRequest, MiddlewareStack } from '@smithy/types';
import { afterAll, afterEach, vi } from 'vitest';
import { kms as kmsClient } from '../../../shared/aws/kms.ts';
import { objects } from '../../../shared/aws/s3.ts';
import { sqs as sqsClient } from '../../../shared/aws/sqs.ts';
import type { Document } from '../../../shared/contract/resources/document.ts';
import { dynamo } from '../../../shared/data/table/client.ts';
import { makePdf, uploadForm } from '../uploads.ts';
import { type FaultyProxy, faultyProxy } from './faultyProxy.ts';
import { openStage, type Stage } from './stage.ts';

/** Longer than the sweep waits for a message that was sent at the commit. */
export const sendGraceMilliseconds = 61_000;
/** Longer than any lease, and than the sweep waits for a message that it sent itself. */
export const anyPauseMilliseconds = 60 * 60_000;

/** The maximum number of messages that SQS returns at once. */
const fullBatch = 10;

/** The sweep's message about a version. It has the ids only. */
export function sweptOf(body: string): string {
  const { document_id, version_id } = JSON.parse(body);
  return JSON.stringify({ document_id, version_id });
}

/** The functions that consume a queue. */
export type Consumer =
  | 'processVersion'
  | 'fanOutEvent'
  | 'deliverWebhook'
  | 'removeDeleted'
  | 'prepareCopy'
  | 'sendMail'
  | 'recordMailEvent';

type StoreName = 'dynamodb' | 's3' | 'sqs' | 'kms';

export interface FaultyStage extends Stage {
  readonly dynamodb: FaultyProxy;
  readonly s3: FaultyProxy;
  readonly sqs: FaultyProxy;
  readonly kms: FaultyProxy;
  readonly ses: FaultyProxy;
  /** Uploads a document and returns the answer. */
  upload(pdf?: Uint8Array<ArrayBuffer>): Promise<Document>;
  /** Uploads a document, and takes its message from the processing queue. */
  uploadAndTake(
    pdf?: Uint8Array<ArrayBuffer>,
  ): Promise<{ document: Document; body: string; version_id: string }>;
  document(id: string): Promise<Document>;
  /** Passes messages to the function that consumes them, in one batch. Resolves with the indices of the failed ones. */
  consume(name: Consumer, ...bodies: readonly string[]): Promise<number[]>;
  /**
   * Passes messages to the worker that processes versions, in one batch, with their receive count. Resolves with the indices
   * of the failed ones.
   */
  deliver(...bodies: readonly string[]): Promise<number[]>;
  /** Runs the fan-out with messages, in batches as from the queue. */
  fanOut(...bodies: readonly string[]): Promise<void>;
  /** Runs the sweep. Takes and returns the messages that it sent for processing. */
  sweep(): Promise<string[]>;
  /** Ends the faults of all proxies. */
  mend(): void;
  /** Ends the faults of all proxies, and completes the work that a test has left. */
  recover(): Promise<void>;
}

/** A stage for the tests of one file. The faults of its proxies end after each test, and the stage closes after the last test. */
export async function ownedByFile<S extends FaultyStage>(opening: Promise<S>): Promise<S> {
  const stage = await opening;
  afterEach(async () => {
    vi.useRealTimers();
    await stage.recover();
  });
  afterAll(() => stage.close());
  return stage;
}

export const ownFaultyStage = (): Promise<FaultyStage> => ownedByFile(openFaultyStage());

/** Sends requests of this process to the store itself while the proxy has no faults, because most requests of tests need no proxy. */
export function passBy<I extends object, O extends object>(
  { middlewareStack }: { readonly middlewareStack: MiddlewareStack<I, O> },
  line: FaultyProxy,
): void {
  const choose: FinalizeRequestMiddleware<I, O> = (next) => (args) => {
    const { hostname, port } = new URL(line.hasFaults ? line.endpoint : line.store);
    Object.assign(args.request as HttpRequest, { hostname, port: Number(port) });
    return next(args);
  };
  middlewareStack.addRelativeTo(choose, { name: 'passBy', relation: 'before', toMiddleware: 'sign' });
}

/** A stage with faulty proxies in front of its stores. */
export async function openFaultyStage(): Promise<FaultyStage> {
  await using cleanup = new AsyncDisposableStack();
  const lineTo = async (store: string) => {
    const line = await faultyProxy(store);
    cleanup.defer(() => line.close());
    return line;
  };
  const lines: Partial<Record<StoreName, FaultyProxy>> = {};
  const stage = await openStage({
    through: async (stores) => {
      lines.dynamodb = await lineTo(stores.dynamodb);
      lines.s3 = await lineTo(stores.s3);
      lines.sqs = await lineTo(stores.sqs);
      lines.kms = await lineTo(stores.kms);
      return {
        dynamodb: lines.dynamodb.endpoint,
        s3: lines.s3.endpoint,
        sqs: lines.sqs.endpoint,
        kms: lines.kms.endpoint,
      };
    },
  });
  cleanup.defer(() => stage.close());
  const { dynamodb, s3, sqs, kms } = lines as Required<typeof lines>;
  passBy(dynamo, dynamodb);
  passBy(objects, s3);
  passBy(sqsClient, sqs);
  passBy(kmsClient, kms);
  const ses = await lineTo(stage.inboxUrl);
  process.env.AWS_ENDPOINT_URL_SESV2 = ses.endpoint;

  const { call } = stage;
  const upload: FaultyStage['upload'] = async (pdf) => {
    const form = uploadForm({ title: 'Master agreement' }, pdf ?? (await makePdf()));
    return (await call.createDocument({ form })).body;
  };
  const receipts = new Map<string, number>();
  const consume: FaultyStage['consume'] = async (name, ...bodies) => {
    const Records = bodies.map((body, index) => {
      const count = (receipts.get(body) ?? 0) + 1;
      receipts.set(body, count);
      return { messageId: String(index), body, attributes: { ApproximateReceiveCount: String(count) } };
    });
    const answer = (await stage.invoke(name, { Records })) as {
      batchItemFailures: { itemIdentifier: string }[];
    };
    return answer.batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
  };
  const deliver = (...bodies: readonly string[]) => consume('processVersion', ...bodies);
  const fanOut = async (...bodies: readonly string[]) => {
    for (let start = 0; start < bodies.length; start += fullBatch) {
      const failed = await consume('fanOutEvent', ...bodies.slice(start, start + fullBatch));
      if (failed.length > 0) throw new Error(`${failed.length} events were not fanned out`);
    }
  };
  const sweep = async () => {
    await stage.invoke('sweepDue', {});
    return stage.takeMessages('processing');
  };
  const mend = () => {
    for (const line of [dynamodb, s3, sqs, kms, ses]) line.mend();
  };
  const held = cleanup.move();
  return {
    ...stage,
    mend,
    dynamodb,
    s3,
    sqs,
    kms,
    ses,
    upload,
    uploadAndTake: async (pdf) => {
      const document = await upload(pdf);
      const [body, ...others] = await stage.takeMessages('processing');
      if (body === undefined || others.length > 0) throw new Error('expected the message of one upload');
      return { document, body, version_id: JSON.parse(body).version_id };
    },
    document: async (document_id) => (await call.getDocument({ path: { document_id } })).body,
    consume,
    deliver,
    fanOut,
    sweep,
    recover: async () => {
      mend();
      await stage.table.letTimePass(anyPauseMilliseconds);
      await stage.sweepIfDue();
      await deliver(...(await stage.takeMessages('processing')));
      await fanOut(...(await stage.takeMessages('events')));
    },
    close: () => held.disposeAsync(),
  };
}
