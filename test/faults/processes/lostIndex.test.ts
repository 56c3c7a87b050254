import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { restartableService } from './runningService.ts';

const expected = /The search index of the collection .* was damaged\. It begins empty\.\n/g;
const service = await restartableService(expected);

/** Waits until a search finds only this document. The sweep sends the messages of due work. */
async function expectFound(q: string, documentId: string): Promise<void> {
  const { invoke } = await service.running();
  const call = await service.client();
  const found = await eventually(
    async () => {
      await invoke('sweepDue', {});
      return (await call.search({ query: { q } })).body.items.map(({ document_id }) => document_id);
    },
    (items) => items.length > 0,
  );
  expect(found).toEqual([documentId]);
}

const folder = join(service.directory, 'opensearch');
const indexFile = async (): Promise<string> => {
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.db'));
  return join(folder, file);
};

test('a search index that is gone or damaged is made again, also after a kill', async () => {
  const { body } = await (await service.client()).createDocument({
    form: uploadForm({ title: 'Rediscovered treaty' }, await makePdf()),
  });
  await expectFound('rediscovered', body.id);
  for (const damage of [
    async () => rm(folder, { recursive: true }),
    async () => truncate(await indexFile(), 0),
  ]) {
    await service.kill();
    await damage();
    await expectFound('rediscovered', body.id);
  }
});
