import { expect, test } from 'vitest';
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
import { sharedFaultyStage } from '../support/stages/faultyStage.ts';
import { uploadReady } from '../support/uploads.ts';

const stage = await sharedFaultyStage();

/** Uploads and processes a file, and requests pictures of its pages. */
async function asked(as: 'owner' | 'outsider' = 'owner') {
  const { id: document_id, version_id: id } = await uploadReady(stage, {}, { as });
  await noteCall({ id, document_id }, undefined, Date.now());
  return { id, message: JSON.stringify({ kind: 'pages', document_id, version_id: id }) };
}

/** Returns the number of slots that each tenant holds. */
const held = async () =>
  (await stage.table.everything())
    .filter(({ sk }) => sk === 'COPIES')
    .map((item) => Object.keys(item).filter((name) => name.startsWith('slot_')).length);

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
  const sent: string[] = [];
  stage.sqs.faultOf = (request) => {
    sent.push(String(request.headers['x-amz-target']));
    return undefined;
  };
  const gate = Promise.withResolvers<undefined>();
  stage.s3.faultOf = ({ method }) => (method === 'GET' ? gate.promise : undefined);

  const workers = files.map(({ message }) => stage.consume('prepareCopy', message));
  await eventually(
    async () => sent.length,
    (count) => count === 1,
  );
  await eventually(held, (slots) => slots[0] === copiesAtOnce);
  const beside = stage.consume('prepareCopy', other.message);
  await eventually(held, (slots) => slots.length === 2);
  gate.resolve(undefined);

  expect((await Promise.all([...workers, beside])).flat()).toEqual([]);
  expect(await held(), 'slots are free again').toEqual([0, 0]);
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
