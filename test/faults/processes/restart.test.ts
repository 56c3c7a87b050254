import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { certificateFile, certificateKeyFile } from 'assembly-host/certificate';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openReceiver, type ReceivedRequest } from '../../support/receivers/receiver.ts';
import { anyPauseMilliseconds } from '../../support/stages/faultyStage.ts';
import type { Table, VersionRow } from '../../support/stages/table.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { registerEndpoint } from '../endpoints.ts';
import { restartableService } from './runningService.ts';

const service = await restartableService();

const together = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, run));

/** Uploads many documents at once. Resolves with their ids when all are acknowledged. */
async function uploadMany(count: number, title: string): Promise<string[]> {
  const [call, pdf] = [await service.client(), await makePdf()];
  const answers = await together(count, () => call.createDocument({ form: uploadForm({ title }, pdf) }));
  return answers.map(({ body }) => body.id);
}

const isUnfinished = ({ processing_status }: VersionRow): boolean => processing_status === 'processing';

test('a service that is killed while versions are being processed continues, and each is ready once', async () => {
  /** So many that some are not processed yet when all have been answered. */
  const uploads = 20;
  const ids = await uploadMany(uploads, 'Killed');
  await service.storedByRunning((table) =>
    eventually(
      () => table.versions(),
      (all) => all.filter(isUnfinished).length < uploads && all.some(isUnfinished),
    ),
  );

  await service.kill();

  await service.storedByStopped(async (table) => {
    expect((await table.versions()).filter(isUnfinished).length).toBeGreaterThan(0);
    await table.letTimePass(anyPauseMilliseconds);
  });
  const call = await service.client();
  const documents = await eventually(
    async () =>
      (await call.listDocuments({ query: { limit: '100' } })).body.items.filter((d) => d.title === 'Killed'),
    (found) => found.every(({ processing_status }) => processing_status !== 'processing'),
  );
  expect(documents.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const document of documents) {
    const versions = (await call.listDocumentVersions({ path: { document_id: document.id } })).body.items;
    expect(versions).toMatchObject([{ processing_status: 'ready' }]);
    expect(document).toMatchObject({ processing_status: 'ready', current_version: { id: versions[0]?.id } });
  }
});

interface Change {
  readonly document_id: string;
  readonly title: string;
}

/** Makes changes, those of different documents at the same time. Resolves with the changes without a successful answer. */
async function changeMany(changes: readonly Change[]): Promise<Change[]> {
  const left = new Set(changes);
  await Promise.allSettled(
    [...Map.groupBy(changes, ({ document_id }) => document_id).values()].map(async (own) => {
      for (const change of own) {
        const { document_id, title } = change;
        await (await service.client()).updateDocument({ path: { document_id }, json: { title } });
        left.delete(change);
      }
    }),
  );
  return [...left];
}

const pendingOf = async (table: Table) =>
  (await table.deliveries()).filter(({ status }) => status === 'pending');
const nameOf = ({ path, headers }: ReceivedRequest) => `${path} ${headers['webhook-id']}`;

test('a service that is killed while it delivers sends every event to every endpoint, and repeats only the requests under way', async () => {
  const [events, endpointCount, documentCount] = [100, 3, 8];
  /** The most requests that an endpoint gets at the same time. */
  const underWayMax = 10;
  const call = await service.client();
  const read = (name: string) => readFile(join(service.directory, name), 'utf8');
  const certificate = { cert: await read(certificateFile), key: await read(certificateKeyFile) };
  const receiver = await openReceiver({ certificate });
  afterAll(() => receiver.close());
  const endpoints = await together(endpointCount, () => registerEndpoint(call, receiver));
  const documents = await uploadMany(documentCount, 'Changed');
  await (await service.running()).drain();
  const answer = receiver.behaviour;
  receiver.behaviour = async (request, response, body) => {
    await delay(20);
    answer(request, response, body);
  };
  const receivedIs = (wanted: number) =>
    eventually(
      async () => new Set(receiver.received.map(nameOf)).size,
      (count) => count >= wanted,
    );

  const changing = changeMany(
    Array.from({ length: events }, (_, index) => ({
      title: `Change ${index}`,
      document_id: documents[index % documentCount] ?? '',
    })),
  );
  await receivedIs((events * endpointCount) / 4);
  await service.kill();

  const left = await changing;
  const cutOff = await service.storedByStopped(async (table) => {
    const pending = await pendingOf(table);
    await table.letTimePass(anyPauseMilliseconds);
    return pending.filter(({ attempting }) => attempting).length;
  });
  const running = await service.running();
  expect(await changeMany(left)).toEqual([]);
  await running.invoke('sweepDue', {});
  await receivedIs(events * endpointCount);
  await eventually(
    () => service.storedByRunning(async (table) => [...(await pendingOf(table)), ...(await table.due())]),
    (found) => found.length === 0,
  );

  const repeated = endpoints.map((endpoint) => {
    const arrived = endpoint.arrived();
    expect(new Set(arrived).size).toBe(events);
    return arrived.length - events;
  });
  process.stdout.write(`${cutOff} attempts were cut off; repeated: ${repeated.join(', ')}\n`);
  for (const count of repeated) expect(count).toBeLessThanOrEqual(underWayMax);
  expect(repeated.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(cutOff);
});
