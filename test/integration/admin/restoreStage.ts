import { S3 } from '@aws-sdk/client-s3';
import { afterAll } from 'vitest';
import { bucketName } from '../../../shared/files/client.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import type { Stage } from '../../support/stages/stage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { type Outcome, runCommand } from './runCommand.ts';

/** A document with a stored file. */
export interface Kept {
  readonly document_id: string;
  readonly version_id: string;
  /** The key of its file in S3. */
  readonly key: string;
}

export interface CommandResult extends Outcome {
  readonly rows: Readonly<Record<string, string>>[];
}

/** A stage in this process, ways to damage it, and the commands that repair it. */
export interface RestoreStage {
  readonly stage: Stage;
  /** Uploads a document, which is not processed yet. */
  upload(): Promise<Kept>;
  /** Runs the workers with the messages that wait for processing, and then for texts. */
  work(): Promise<void>;
  kept(): Promise<Kept>;
  /** Runs a command when reads are up to date; `rows` is its output with `--json`. */
  admin(...argv: string[]): Promise<CommandResult>;
  restore(...argv: string[]): Promise<CommandResult>;
  readonly files: {
    overwrite(key: string, content?: string): Promise<void>;
    remove(key: string): Promise<void>;
    exists(key: string): Promise<boolean>;
  };
  /** The clock of the commands, in epoch milliseconds. */
  readonly clock: { now: number };
}

/** The check ignores new files for a shorter time than this, because their uploads may be under way. */
export const laterMilliseconds = 2 * 60_000;

export async function openRestoreStage(): Promise<RestoreStage> {
  const stage = await sharedStage();
  const client = new S3();
  afterAll(() => client.destroy());
  const clock = { now: Date.now() + laterMilliseconds };

  const upload = async (): Promise<Kept> => {
    const form = uploadForm({ title: 'Master agreement' }, await makePdf());
    const { id } = (await stage.call.createDocument({ form })).body;
    const version_id = (await stage.table.versions()).find((one) => one.document_id === id)?.id ?? '';
    return { document_id: id, version_id, key: `payloads/${version_id.slice(4)}` };
  };
  const work = async () => {
    for (const body of await stage.takeMessages('processing')) {
      const attributes = { ApproximateReceiveCount: '1' };
      await stage.invoke('processVersion', { Records: [{ messageId: '0', body, attributes }] });
    }
    for (const body of await stage.takeMessages('texts'))
      await stage.invoke('keepText', { Records: [{ messageId: '0', body }] });
  };
  const admin = async (...argv: string[]): Promise<CommandResult> => {
    await stage.catchUp();
    const outcome = await runCommand(argv, { env: { DATA_DIR: stage.dataDirectory }, now: () => clock.now });
    return { ...outcome, rows: argv.includes('--json') ? JSON.parse(outcome.stdout) : [] };
  };
  const inBucket = (Key: string) => ({ Bucket: bucketName(), Key });
  return {
    stage,
    upload,
    work,
    kept: async () => {
      const kept = await upload();
      await work();
      return kept;
    },
    admin,
    restore: (...argv) => admin('restore', ...argv),
    files: {
      overwrite: async (key, content = 'something else') =>
        void (await client.putObject({ ...inBucket(key), Body: content })),
      remove: async (key) => void (await client.deleteObject(inBucket(key))),
      exists: (key) =>
        client.headObject(inBucket(key)).then(
          () => true,
          () => false,
        ),
    },
    clock,
  };
}
