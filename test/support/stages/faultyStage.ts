import { afterEach, expect, vi } from 'vitest';
import type { Document } from '../../../shared/contract/resources/document.ts';
import { makePdf, uploadForm } from '../uploads.ts';
import { type FileOptions, type SharedStage, sharedStage } from './sharedStage.ts';
import { isNoEvent } from './table.ts';

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
  | 'keepText'
  | 'indexDocument'
  | 'prepareCopy'
  | 'sendMail'
  | 'recordMailEvent';

export type FaultyStage = ReturnType<typeof faultyStageOn>;

/** Returns the stage of this process. The faults of its proxies end after each test, and the work that the test has left is completed. */
export async function sharedFaultyStage(options?: FileOptions): Promise<FaultyStage> {
  const stage = faultyStageOn(await sharedStage(options));
  afterEach(() => stage.recover());
  return stage;
}

/** Adds to a stage what tests with faults need. */
export function faultyStageOn(stage: SharedStage) {
  const { call } = stage;
  /** Uploads a document and returns the answer. */
  const upload = async (pdf?: Uint8Array<ArrayBuffer>): Promise<Document> => {
    const form = uploadForm({ title: 'Master agreement' }, pdf ?? (await makePdf()));
    return (await call.createDocument({ form })).body;
  };
  const receipts = new Map<string, number>();
  /** Passes messages to the function that consumes them, in one batch. Resolves with the indices of the failed ones. */
  const consume = async (name: Consumer, ...bodies: readonly string[]): Promise<number[]> => {
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
  /**
   * Passes messages to the worker that processes versions, in one batch, with their receive count, and then those about texts to the worker
   * that keeps texts. Resolves with the indices of the failed ones of the first batch.
   */
  const deliver = async (...bodies: readonly string[]) => {
    const failed = await consume('processVersion', ...bodies);
    await consume('keepText', ...(await stage.takeMessages('texts')));
    return failed;
  };
  /** Runs the fan-out with messages, in batches as from the queue. */
  const fanOut = async (...bodies: readonly string[]) => {
    for (let start = 0; start < bodies.length; start += fullBatch) {
      const failed = await consume('fanOutEvent', ...bodies.slice(start, start + fullBatch));
      if (failed.length > 0) throw new Error(`${failed.length} events were not fanned out`);
    }
  };
  /** Runs the sweep. Takes and returns the messages that it sent for processing. */
  const sweep = async () => {
    await stage.invoke('sweepDue', {});
    return stage.takeMessages('processing');
  };
  /** Runs the sweep and the worker that removes things until nothing is due, at most ten times. */
  const removeDue = async () => {
    for (let turn = 0; turn < 10; turn++) {
      await stage.sweepIfDue();
      const bodies = await stage.takeMessages('removals');
      if (bodies.length === 0) return;
      for (const body of bodies) expect(await consume('removeDeleted', body)).toEqual([]);
      await stage.table.letTimePass(anyPauseMilliseconds, isNoEvent);
    }
  };
  /** Ends the faults of all proxies. */
  const mend = () => {
    for (const line of Object.values(stage.lines)) line.mend();
  };
  return {
    ...stage,
    ...stage.lines,
    mend,
    upload,
    /** Uploads a document, and takes its message from the processing queue. */
    uploadAndTake: async (pdf?: Uint8Array<ArrayBuffer>) => {
      const document = await upload(pdf);
      const [body, ...others] = await stage.takeMessages('processing');
      if (body === undefined || others.length > 0) throw new Error('expected the message of one upload');
      return { document, body, version_id: String(JSON.parse(body).version_id) };
    },
    document: async (document_id: string) => (await call.getDocument({ path: { document_id } })).body,
    consume,
    deliver,
    fanOut,
    sweep,
    removeDue,
    /** Sets the real time, ends the faults of all proxies, and completes the work that a test has left. */
    recover: async () => {
      vi.useRealTimers();
      mend();
      await stage.table.letTimePass(anyPauseMilliseconds);
      await stage.sweepIfDue();
      await deliver(...(await stage.takeMessages('processing')));
      await fanOut(...(await stage.takeMessages('events')));
    },
  };
}
