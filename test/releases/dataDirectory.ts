import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile, certificateKeyFile } from '../../infra/host/certificate.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { unpack } from './archive.ts';
import { dataOf, type Release, readRelease } from './release.ts';
import { broughtToNow } from './stored.ts';

/** The data directory of a release, as if that had been killed a moment ago, and a receiver for its webhooks. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
  readonly release: Release;
  readonly receiver: Receiver;
}

export async function dataDirectoryOf(version: string): Promise<DataDirectory> {
  await using cleanup = new AsyncDisposableStack();
  const { path } = cleanup.use(await temporaryDirectory());
  await unpack(dataOf(version), path);
  const read = (name: string) => readFileSync(join(path, name), 'utf8');
  const receiver = await openReceiver({
    certificate: { cert: read(certificateFile), key: read(certificateKeyFile) },
  });
  cleanup.defer(() => receiver.close());
  const { receiver_port: from, ended_at } = readRelease(path);
  await broughtToNow(path, ended_at, { from, to: receiver.port });
  const release = readRelease(path, receiver.port);
  const held = cleanup.move();
  return { path, release, receiver, [Symbol.asyncDispose]: () => held.disposeAsync() };
}
