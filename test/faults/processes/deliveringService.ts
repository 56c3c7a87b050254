import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificateFile, certificateKeyFile } from 'assembly-host/certificate';
import { clientOf } from '../../support/client.ts';
import { openReceiver, type Receiver } from '../../support/receivers/receiver.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { type Endpoint, registerEndpoint } from '../endpoints.ts';
import { type RestartableService, restartableService } from './runningService.ts';

export interface Change {
  readonly document: string;
  readonly title: string;
}

/** A local service in a separate process, with a receiver of webhooks. */
export interface DeliveringService extends RestartableService {
  readonly receiver: Receiver;
  /** Registers endpoints for `document.updated`. */
  register(count: number): Promise<Endpoint[]>;
  /** Uploads documents that tests change later. Resolves with their ids when no work is left. */
  upload(count: number): Promise<string[]>;
  /** Changes documents at the same time. Resolves with the changes without a successful answer. */
  changeMany(changes: readonly Change[]): Promise<Change[]>;
}

export async function deliveringService(): Promise<DeliveringService> {
  await using cleanup = new AsyncDisposableStack();
  const service = await restartableService();
  cleanup.defer(() => service.close());
  await service.running();
  const read = (name: string) => readFile(join(service.directory, name), 'utf8');
  const certificate = { cert: await read(certificateFile), key: await read(certificateKeyFile) };
  const receiver = await openReceiver({ certificate });
  cleanup.defer(() => receiver.close());

  const client = async () => clientOf((await service.running()).credentials);
  const change = async ({ document, title }: Change) => {
    const call = await client();
    await call.updateDocument({ path: { document_id: document }, json: { title } });
  };
  const held = cleanup.move();
  return {
    ...service,
    receiver,
    register: async (count) => {
      const call = await client();
      return together(count, () => registerEndpoint(call, receiver));
    },
    upload: async (count) => {
      const call = await client();
      const pdf = await makePdf();
      const answers = await together(count, () =>
        call.createDocument({ form: uploadForm({ title: 'Master agreement' }, pdf) }),
      );
      await (await service.running()).drain();
      return answers.map(({ body }) => body.id);
    },
    changeMany: async (changes) => {
      const left = new Set(changes);
      const byDocument = Map.groupBy(changes, ({ document }) => document);
      await Promise.allSettled(
        [...byDocument.values()].map(async (own) => {
          for (const one of own) {
            await change(one);
            left.delete(one);
          }
        }),
      );
      return [...left];
    },
    close: () => held.disposeAsync(),
  };
}

const together = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, run));
