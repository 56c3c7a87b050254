import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDocument } from '../../shared/contract/operations/documents.ts';
import { eventually } from '../support/eventually.ts';
import { slowPdf, worstPdf } from '../support/slowPdfs.ts';
import { uploadForm } from '../support/uploads.ts';
import {
  anyPauseMilliseconds,
  type FaultyStage,
  openFaultyStage,
  sendGraceMilliseconds,
} from './faultyStage.ts';
import { kill, startWorker } from './separateProcess.ts';

let stage: FaultyStage;
beforeAll(async () => {
  stage = await openFaultyStage();
});
afterEach(() => stage.recover());
afterAll(() => stage.close());

async function upload(payload: Uint8Array<ArrayBuffer>) {
  const form = uploadForm({ title: 'Slow' }, payload);
  const { id } = (await stage.call(createDocument, { form })).body;
  const [body = ''] = await stage.takeMessages('processing');
  const { version_id }: { version_id: string } = JSON.parse(body);
  return { id, body, version_id };
}

const statusOf = async (id: string) => (await stage.document(id)).processing_status;
const asSlow = (body: string) => JSON.stringify({ ...JSON.parse(body), is_slow: true });

describe('a file that takes longer than ordinary ones', () => {
  test('is left to the workers for slow files, which does not count as an attempt', async () => {
    const { id, body, version_id } = await upload(slowPdf);

    expect(await stage.deliver(body)).toEqual([]);

    expect(await statusOf(id)).toBe('processing');
    expect(await stage.table.version(version_id)).toMatchObject({
      interrupted_attempts: 0,
      claimed_until_ms: 0,
    });
    const slow = await stage.takeMessages('slowProcessing');
    expect(slow).toEqual([asSlow(body)]);
    expect(await stage.sweep()).toEqual([]);

    expect(await stage.deliver(...slow)).toEqual([]);
    expect(await statusOf(id)).toBe('ready');
    expect((await stage.table.version(version_id)).file).toMatchObject({ page_count: 2 });
  });

  test('has failed when it takes longer than its size may, and does not hold up others meanwhile', async () => {
    const { id, body, version_id } = await upload(worstPdf);
    await stage.deliver(body);
    const slow = stage.deliver(...(await stage.takeMessages('slowProcessing')));

    const other = await stage.uploadAndTake();
    expect(await stage.deliver(other.body)).toEqual([]);

    expect(await statusOf(other.document.id)).toBe('ready');
    expect(await statusOf(id), 'the slow file is still being read').toBe('processing');
    expect(await slow).toEqual([]);
    expect(await stage.table.version(version_id)).toMatchObject({
      processing_status: 'failed',
      failure: 'not done after 2389 ms of computing',
    });
  });

  test('is found by the sweep when its message is lost', async () => {
    const { id, body } = await upload(slowPdf);
    stage.sqs.faultOf = () => 'refusing';
    expect(await stage.deliver(body)).toEqual([]);
    stage.sqs.faultOf = () => undefined;
    expect(await stage.takeMessages('slowProcessing')).toEqual([]);

    await stage.table.letTimePass(sendGraceMilliseconds);
    expect(await stage.sweep(), 'the message could still be waiting').toEqual([]);
    await stage.table.letTimePass(anyPauseMilliseconds);
    expect(await stage.sweep()).toEqual([body]);
    await stage.deliver(body);
    await stage.deliver(...(await stage.takeMessages('slowProcessing')));

    expect(await statusOf(id)).toBe('ready');
  });

  test('changes nothing when its message comes again', async () => {
    const { body, version_id } = await upload(slowPdf);
    await stage.deliver(body);
    const [slow = ''] = await stage.takeMessages('slowProcessing');
    await stage.deliver(slow);
    const before = await stage.table.version(version_id);

    expect(await stage.deliver(slow)).toEqual([]);
    expect(await stage.deliver(body)).toEqual([]);

    expect(await stage.table.version(version_id)).toEqual(before);
    expect(await stage.takeMessages('slowProcessing')).toEqual([]);
  });

  test('is given up after the third process that it took with it', async () => {
    const { id, body, version_id } = await upload(worstPdf);
    for (let killed = 1; killed <= 3; killed++) {
      await stage.deliver(body);
      const [slow = ''] = await stage.takeMessages('slowProcessing');
      stage.s3.faultOf = () => 'silent';
      const worker = startWorker(stage, 'processVersion', slow);
      await eventually(
        () => stage.table.version(version_id),
        ({ interrupted_attempts }) => interrupted_attempts === killed,
      );
      await kill(worker);
      stage.s3.faultOf = () => undefined;
      await stage.table.letTimePass(anyPauseMilliseconds);
    }

    expect(await stage.sweep()).toEqual([body]);
    expect(await stage.deliver(body)).toEqual([]);

    expect(await statusOf(id)).toBe('failed');
    expect((await stage.table.version(version_id)).failure).toBe('processing was killed 3 times');
    expect(await stage.takeMessages('slowProcessing')).toEqual([]);
  });
});
