import { expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { anyPauseMilliseconds } from '../../support/stages/faultyStage.ts';
import type { VersionRow } from '../../support/stages/table.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { ownRestartableService } from './runningService.ts';

/** So many uploads that some are not processed yet when all have been answered. */
const uploads = 20;

const service = await ownRestartableService();

/** Uploads many documents at once. Resolves with their ids when all are acknowledged. */
async function uploadMany(title: string): Promise<string[]> {
  const call = clientOf((await service.running()).credentials);
  const pdf = await makePdf();
  const answers = await Promise.all(
    Array.from({ length: uploads }, () => call.createDocument({ form: uploadForm({ title }, pdf) })),
  );
  return answers.map(({ body }) => body.id);
}

/** Returns the documents with a title and their versions, once no document is being processed any more. */
async function processedDocuments(title: string) {
  const call = clientOf((await service.running()).credentials);
  const documents = await eventually(
    async () =>
      (await call.listDocuments({ query: { limit: '100' } })).body.items.filter((d) => d.title === title),
    (found) => found.every(({ processing_status }) => processing_status !== 'processing'),
  );
  return Promise.all(
    documents.map(async (document) => {
      const path = { document_id: document.id };
      return { document, versions: (await call.listDocumentVersions({ path })).body.items };
    }),
  );
}

/** Expects that each document exists once and is ready, with one version that is ready too. */
async function expectOnceEach(title: string, ids: readonly string[]): Promise<void> {
  const found = await processedDocuments(title);
  expect(found.map(({ document }) => document.id).toSorted()).toEqual(ids.toSorted());
  for (const { document, versions } of found) {
    expect(versions).toHaveLength(1);
    expect(versions).toMatchObject([{ processing_status: 'ready' }]);
    expect(document).toMatchObject({ processing_status: 'ready', current_version: { id: versions[0]?.id } });
  }
}

const isUnfinished = ({ processing_status }: VersionRow): boolean => processing_status === 'processing';

test('a service that ends while versions are being processed continues after it was killed', async () => {
  const ids = await uploadMany('Killed');
  await service.storedByRunning((table) =>
    eventually(
      () => table.versions(),
      (all) => all.filter(isUnfinished).length < uploads && all.some(isUnfinished),
    ),
  );

  await service.stop('SIGKILL');

  await service.storedByStopped(async (table) => {
    expect((await table.versions()).filter(isUnfinished).length).toBeGreaterThan(0);
    await table.letTimePass(anyPauseMilliseconds);
  });
  await expectOnceEach('Killed', ids);
});
