import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocument, getDocument } from '../../shared/contract/operations/documents.ts';
import type { Document } from '../../shared/contract/resources/document.ts';
import { clientOf } from '../support/client.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type FaultyLine, faultyLine } from './faultyLine.ts';

/** Longer than the sweep leaves a message that was sent at commit. */
export const sendGraceMilliseconds = 61_000;
/** Longer than any claim, and than the sweep leaves a message that it has sent itself. */
export const anyPauseMilliseconds = 60 * 60_000;

export interface FaultyStage extends Stage {
  readonly dynamodb: FaultyLine;
  readonly s3: FaultyLine;
  readonly sqs: FaultyLine;
  readonly call: ReturnType<typeof clientOf>;
  /** Uploads a document and returns the answer. */
  upload(): Promise<Document>;
  /** Uploads a document and takes its message off the queue. */
  uploadAndTake(): Promise<{ document: Document; body: string; version_id: string }>;
  document(id: string): Promise<Document>;
  /** Gives messages to the worker in one batch. Resolves with the indices of those that failed. */
  deliver(...bodies: readonly string[]): Promise<number[]>;
  /** Invokes the sweep and takes what it has sent off the queue. */
  sweep(): Promise<string[]>;
  /** Mends all lines and works off what a test has left. */
  recover(): Promise<void>;
}

/** A stage whose lines to the stores can be cut. */
export async function openFaultyStage(): Promise<FaultyStage> {
  await using cleanup = new AsyncDisposableStack();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'document-governance-'));
  cleanup.defer(() => rm(dataDirectory, { recursive: true, force: true }));
  const lineTo = async (store: string) => {
    const line = await faultyLine(store);
    cleanup.defer(() => line.close());
    return line;
  };
  const lines: Partial<Record<'dynamodb' | 's3' | 'sqs', FaultyLine>> = {};
  const stage = await openStage({
    dataDirectory,
    through: async (stores) => {
      lines.dynamodb = await lineTo(stores.dynamodb);
      lines.s3 = await lineTo(stores.s3);
      lines.sqs = await lineTo(stores.sqs);
      return { dynamodb: lines.dynamodb.endpoint, s3: lines.s3.endpoint, sqs: lines.sqs.endpoint };
    },
  });
  cleanup.defer(() => stage.close());
  const { dynamodb, s3, sqs } = lines as Required<typeof lines>;

  const call = clientOf(stage.credentials);
  const upload = async () => {
    const form = uploadForm({ title: 'Master agreement' }, await makePdf());
    return (await call(createDocument, { form })).body;
  };
  const deliver = async (...bodies: readonly string[]) => {
    const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
    const answer = (await stage.invoke('processVersion', { Records })) as {
      batchItemFailures: { itemIdentifier: string }[];
    };
    return answer.batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
  };
  const sweep = async () => {
    await stage.invoke('sweepDue', {});
    return stage.takeMessages();
  };
  const held = cleanup.move();
  return {
    ...stage,
    dynamodb,
    s3,
    sqs,
    call,
    upload,
    uploadAndTake: async () => {
      const document = await upload();
      const [body, ...others] = await stage.takeMessages();
      if (body === undefined || others.length > 0) throw new Error('expected the message of one upload');
      return { document, body, version_id: JSON.parse(body).version_id };
    },
    document: async (document_id) => (await call(getDocument, { path: { document_id } })).body,
    deliver,
    sweep,
    recover: async () => {
      for (const line of [dynamodb, s3, sqs]) line.faultOf = () => undefined;
      await stage.table.letTimePass(anyPauseMilliseconds);
      await deliver(...(await sweep()));
    },
    close: () => held.disposeAsync(),
  };
}
