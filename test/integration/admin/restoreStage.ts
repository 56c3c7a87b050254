import { S3 } from '@aws-sdk/client-s3';
import { afterAll } from 'vitest';
import { bucketName } from '../../../shared/files/client.ts';
import { faultyStageOn } from '../../support/stages/faultyStage.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { operatorOf } from './operator.ts';
import type { Outcome } from './runCommand.ts';

/** The check ignores new files for a shorter time than this, because their uploads may be under way. */
export const laterMilliseconds = 2 * 60_000;

interface CommandResult extends Outcome {
  readonly rows: Readonly<Record<string, string>>[];
}

/** A document with a stored file. */
export type Kept = Awaited<ReturnType<Awaited<ReturnType<typeof openRestoreStage>>['kept']>>;

/** Returns the stage of this process, ways to damage it, and the commands that repair it. */
export async function openRestoreStage() {
  const stage = faultyStageOn(await sharedStage());
  const operator = operatorOf(stage);
  operator.clock.now = Date.now() + laterMilliseconds;
  const client = new S3();
  afterAll(() => client.destroy());
  const inBucket = (Key: string) => ({ Bucket: bucketName(), Key });

  /** Uploads a document, which is not processed yet. */
  const uploadWaiting = async () => {
    const { id: document_id } = await stage.upload();
    const version_id =
      (await stage.table.versions()).find((one) => one.document_id === document_id)?.id ?? '';
    /** `key`: the key of its file in S3. */
    return { document_id, version_id, key: `payloads/${version_id.slice(4)}` };
  };
  /** Runs the workers with the messages that wait for processing, and then for texts. */
  const work = async () => stage.deliver(...(await stage.takeMessages('processing')));
  return {
    ...stage,
    ...operator,
    uploadWaiting,
    work,
    kept: async () => {
      const kept = await uploadWaiting();
      await work();
      return kept;
    },
    /** Runs a command on backups; `rows` is its output with `--json`. */
    restore: async (...argv: string[]): Promise<CommandResult> => {
      const outcome = await operator.admin('restore', ...argv);
      return { ...outcome, rows: argv.includes('--json') ? JSON.parse(outcome.stdout) : [] };
    },
    files: {
      overwrite: async (key: string, content = 'something else') =>
        void (await client.putObject({ ...inBucket(key), Body: content })),
      remove: async (key: string) => void (await client.deleteObject(inBucket(key))),
      exists: (key: string) =>
        client.headObject(inBucket(key)).then(
          () => true,
          () => false,
        ),
    },
  };
}
