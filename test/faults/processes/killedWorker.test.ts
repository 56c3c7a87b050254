import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { anyPauseMilliseconds, sharedFaultyStage, sweptOf } from '../../support/stages/faultyStage.ts';
import { kill, startWorker } from '../separateProcess.ts';

const stage = await sharedFaultyStage();

/** Kills a worker that has claimed the version and waits for its file. */
async function killOneAt(body: string, version_id: string): Promise<void> {
  const before = await stage.table.version(version_id);
  stage.s3.faultOf = () => 'silent';
  const worker = startWorker(stage, 'processVersion', body);
  await eventually(
    () => stage.table.version(version_id),
    ({ interrupted_attempts }) => interrupted_attempts > before.interrupted_attempts,
  );
  await kill(worker);
  stage.s3.mend();
}

describe('a worker that is killed while it processes a version', () => {
  test('blocks other workers until its lease is over', async () => {
    const { document, body, version_id } = await stage.uploadAndTake();
    await killOneAt(body, version_id);

    expect(await stage.deliver(body), 'the dead worker still has it').toEqual([]);
    expect((await stage.document(document.id)).processing_status).toBe('processing');
    expect(await stage.sweep()).toEqual([]);

    await stage.table.letTimePass(anyPauseMilliseconds);
    expect(await stage.sweep()).toEqual([sweptOf(body)]);
    expect(await stage.deliver(sweptOf(body))).toEqual([]);
    expect((await stage.document(document.id)).processing_status).toBe('ready');
    expect((await stage.table.version(version_id)).interrupted_attempts).toBe(0);
  });

  test('fails the version after three killed workers, and no other version', async () => {
    const { document, body, version_id } = await stage.uploadAndTake();
    for (let killed = 1; killed <= 3; killed++) {
      await killOneAt(body, version_id);
      await stage.table.letTimePass(anyPauseMilliseconds);
      const other = await stage.uploadAndTake();
      expect(await stage.deliver(other.body)).toEqual([]);
      expect((await stage.document(other.document.id)).processing_status).toBe('ready');
      expect((await stage.document(document.id)).processing_status).toBe('processing');
    }

    expect(await stage.deliver(body)).toEqual([]);

    expect((await stage.document(document.id)).processing_status).toBe('failed');
    expect(await stage.table.version(version_id)).toMatchObject({
      processing_status: 'failed',
      failure: 'processing was killed 3 times',
      failure_code: 'crashed_reader',
    });
    await stage.table.letTimePass(anyPauseMilliseconds);
    expect(await stage.sweep()).toEqual([]);
  });
});
