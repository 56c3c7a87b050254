import { describe, expect, test } from 'vitest';
import { copiesAtOnce } from '../../functions/workers/prepareCopy/copySlots.ts';
import type { VersionId } from '../../shared/contract/identifiers.ts';
import {
  getPreparedPages,
  isPrepared,
  needsCall,
  noteCall,
} from '../../shared/data/reading/preparedPages.ts';
import { queues } from '../../shared/runtime/stores.ts';
import { eventually } from '../support/eventually.ts';
import { slowPdf, worstPdf } from '../support/files/slowPdfs.ts';
import { faultOn } from '../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../support/stages/faultyStage.ts';
import { makePdf, uploadForm, uploadReady } from '../support/uploads.ts';

const stage = await sharedFaultyStage();

async function upload(payload: Uint8Array<ArrayBuffer>) {
  const form = uploadForm({ title: 'Slow' }, payload);
  const { id } = (await stage.call.createDocument({ form })).body;
  const [body = ''] = await stage.takeMessages('processing');
  const { version_id }: { version_id: string } = JSON.parse(body);
  return { id, body, version_id };
}

const statusOf = async (id: string) => (await stage.document(id)).processing_status;
/** The message to the workers for slow files. They process any file, so most tests here send them a file that is quick to read. */
function asSlow(body: string): string {
  const { is_new: _sentOnce, ...message } = JSON.parse(body);
  return JSON.stringify({ ...message, is_slow: true });
}

describe('a file that takes longer than ordinary ones', () => {
  // Threat: Slow files of one tenant delay all others
  test('is left to the workers for slow files, without a counted attempt', async () => {
    const { id, body, version_id } = await upload(slowPdf);

    expect(await stage.deliver(body)).toEqual([]);

    expect(await statusOf(id)).toBe('processing');
    expect(await stage.table.version(version_id)).toMatchObject({ interrupted_attempts: 0 });
    const slow = await stage.takeMessages('slowProcessing');
    expect(slow).toEqual([asSlow(body)]);
    expect(await stage.sweep()).toEqual([]);

    expect(await stage.deliver(...slow)).toEqual([]);
    expect(await statusOf(id)).toBe('ready');
    expect((await stage.table.version(version_id)).file).toMatchObject({ page_count: 2 });
  });

  // Threat: Slow files of one tenant delay all others
  test('has failed when the time for a file of its size is over, and does not delay other files', async () => {
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
      failure: expect.stringMatching(/^not done after /),
      failure_code: 'took_too_long',
    });
  });
});

/** Returns a function that counts the slots of each tenant: for slow files, or for copies. Each version in work holds one slot. */
const held = (kind: 'SLOW' | 'COPIES') => async () =>
  (await stage.table.everything())
    .filter(({ sk }) => sk === kind)
    .map((item) => Object.keys(item).filter((name) => name.startsWith('slot_')).length);

/** Counts the messages that are sent from now on. */
function countSent() {
  const sent: string[] = [];
  stage.sqs.faultOf = (request) => {
    sent.push(String(request.headers['x-amz-target']));
    return undefined;
  };
  return sent;
}

/** Uploads files. Resolves with the messages that leave these files to the workers for slow files. */
async function leftToSlowWorkers(count: number, as?: 'outsider') {
  const form = uploadForm({ title: 'Slow' }, await makePdf());
  const ids: string[] = [];
  for (let upload = 0; upload < count; upload++)
    ids.push((await stage.call.createDocument({ form, ...(as && { as }) })).body.id);
  return { ids, bodies: (await stage.takeMessages('processing')).map(asSlow) };
}

test('an organization has at most two of the workers for slow files: a version without a slot goes to the end of the queue, and the slow file of another organization is begun', async () => {
  const { ids, bodies } = await leftToSlowWorkers(4);
  const others = await leftToSlowWorkers(1, 'outsider');
  const sent = countSent();

  const isAsked = faultOn(stage.s3, 'silent');
  const workers = bodies.map((body) => stage.deliver(body));
  await isAsked;
  await eventually(
    async () => sent.length,
    (count) => count === 2,
  );
  expect(await stage.deliver(...bodies), 'all messages come again').toEqual([]);
  expect(await held('SLOW')()).toEqual([2]);
  const beside = stage.deliver(...others.bodies);
  await eventually(held('SLOW'), (slots) => slots.length === 2);
  stage.s3.mend();
  expect((await Promise.all([...workers, beside])).flat()).toEqual([]);

  const versions = await stage.table.versions();
  const states = ids.map((id) => versions.find(({ document_id }) => document_id === id)?.processing_status);
  expect(states.toSorted()).toEqual(['processing', 'processing', 'ready', 'ready']);
  expect(await held('SLOW')(), 'and slots are free again').toEqual([0, 0]);
  expect(sent, 'those that wait were sent again twice, and three texts').toHaveLength(7);
  const waiting = versions.filter(({ document_id }) => ids.includes(String(document_id)));
  expect(
    waiting.every(({ lease, interrupted_attempts }) => lease === undefined && interrupted_attempts === 0),
  ).toBe(true);
});

/** Uploads and processes a file, and requests pictures of its pages. */
async function asked(as: 'owner' | 'outsider' = 'owner') {
  const { id: document_id, version_id: id } = await uploadReady(stage, {}, { as });
  await noteCall({ id, document_id }, undefined, Date.now());
  return { id, message: JSON.stringify({ kind: 'pages', document_id, version_id: id }) };
}

const prepared = async ({ id }: { readonly id: VersionId }) => {
  const found = await getPreparedPages(id, Date.now());
  return found !== undefined && isPrepared(found);
};

// Threat: A file is made to keep the drawing workers busy
test('one organization gets half of the workers that draw, and a file of another one is begun at the same time', async () => {
  expect(copiesAtOnce).toBe(queues.preparations.maxConcurrency / 2);
  const files: Awaited<ReturnType<typeof asked>>[] = [];
  for (let count = 0; count <= copiesAtOnce; count++) files.push(await asked());
  const other = await asked('outsider');
  const sent = countSent();
  const gate = Promise.withResolvers<undefined>();
  stage.s3.faultOf = ({ method }) => (method === 'GET' ? gate.promise : undefined);

  const workers = files.map(({ message }) => stage.consume('prepareCopy', message));
  await eventually(
    async () => sent.length,
    (count) => count === 1,
  );
  await eventually(held('COPIES'), (slots) => slots[0] === copiesAtOnce);
  const beside = stage.consume('prepareCopy', other.message);
  await eventually(held('COPIES'), (slots) => slots.length === 2);
  gate.resolve(undefined);

  expect((await Promise.all([...workers, beside])).flat()).toEqual([]);
  expect(await held('COPIES')(), 'slots are free again').toEqual([0, 0]);
  const states = await Promise.all(files.map(prepared));
  expect(states.filter((isDone) => isDone)).toHaveLength(copiesAtOnce);
  expect(await prepared(other)).toBe(true);
  expect(sent, 'the one that waits was sent again').toHaveLength(1);
  const waiting = files[states.indexOf(false)];
  if (!waiting) throw new Error('one waits');
  const found = await getPreparedPages(waiting.id, Date.now());
  expect(found).toMatchObject({ interrupted_attempts: 0 });
  expect(needsCall(found, Date.now()), 'its page sends no second message').toBe(false);
  expect(await stage.consume('prepareCopy', waiting.message)).toEqual([]);
  expect(await prepared(waiting)).toBe(true);
});
