import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certificateFile, certificateKeyFile } from 'assembly-host/certificate';
import { provideCredentials } from 'assembly-host/credentials';
import { openReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { Table } from '../support/stages/table.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { unpack } from './archive.ts';
import { assembled, type Deployed, functionsIn, mixedAssembly, unpackFunctions } from './mixedAssembly.ts';
import { dataOf, lastRelease, type Release, readRelease } from './release.ts';
import { broughtToNow, countUnfinished, type Unfinished } from './stored.ts';

const program = fileURLToPath(new URL('hostProcess.ts', import.meta.url));

/** The sweep sends a message again after less than this time. */
const sweepsAgainAfterMilliseconds = 20 * 60_000;

/**
 * The data directory of a release, as if the release had been killed a moment ago. Functions of different releases can work on it.
 */
export class Stage implements AsyncDisposable {
  readonly release: Release;
  readonly receiver: Receiver;
  readonly #data: string;
  readonly #folder: string;
  readonly #now: Deployed;
  readonly #before: Deployed;
  readonly #cleanup: AsyncDisposableStack;
  #mixtures = 0;

  private constructor(
    directories: { readonly data: string; readonly folder: string },
    receiver: Receiver,
    { now, before }: { readonly now: Deployed; readonly before: Deployed },
    cleanup: AsyncDisposableStack,
  ) {
    this.#data = directories.data;
    this.#folder = directories.folder;
    this.release = readRelease(directories.data, receiver.port);
    this.receiver = receiver;
    this.#now = now;
    this.#before = before;
    this.#cleanup = cleanup;
  }

  /** Returns the stage of an archived release. */
  static async of(version: string): Promise<Stage> {
    await using cleanup = new AsyncDisposableStack();
    const { path: folder } = cleanup.use(await temporaryDirectory());
    const data = join(folder, 'data');
    mkdirSync(data);
    await unpack(dataOf(version), data);
    const read = (name: string) => readFileSync(join(data, name), 'utf8');
    const receiver = await openReceiver({
      certificate: { cert: read(certificateFile), key: read(certificateKeyFile) },
    });
    cleanup.defer(() => receiver.close());
    const { receiver_port: from, ended_at } = readRelease(data);
    await broughtToNow(data, ended_at, { from, to: receiver.port });
    const now = await assembled();
    const before =
      version === lastRelease() ? await unpackFunctions(version, join(folder, version), now) : now;
    return new Stage({ data, folder }, receiver, { now, before }, cleanup.move());
  }

  /** The names of the functions of the release before. */
  get functionsBefore(): string[] {
    return functionsIn(this.#before.assembly);
  }

  /**
   * Hosts the data with these functions of the release before, and all others of this release. Reads do not lag, because the
   * answers of the two releases are compared.
   */
  host(ofBefore: Iterable<string>): Promise<RunningService & AsyncDisposable> {
    const folder = join(this.#folder, `mixture ${++this.#mixtures}`);
    const { assembly: before } = this.#before;
    return this.#start(mixedAssembly(before, this.#now.assembly, new Set(ofBefore), folder));
  }

  /** Hosts the data with the release before only. */
  hostBefore(): Promise<RunningService & AsyncDisposable> {
    return this.#start(this.#before.directory);
  }

  /** Hosts the data with this release only. */
  hostNow(): Promise<RunningService & AsyncDisposable> {
    return this.#start(this.#now.directory);
  }

  async #start(ASSEMBLY: string): Promise<RunningService & AsyncDisposable> {
    rmSync(this.#logs, { recursive: true, force: true });
    const service = await startService(
      { DATA_DIR: this.#data, ASSEMBLY, READ_LAG_MILLISECONDS: '0', ...withoutRateLimits },
      { program },
    );
    return { ...service, [Symbol.asyncDispose]: () => service.stop() };
  }

  /** Reads the table while it is hosted. */
  async stored<T>(look: (table: Table) => Promise<T>): Promise<T> {
    const { dynamodb } = JSON.parse(readFileSync(join(this.#data, 'ports.json'), 'utf8'));
    return look(await Table.at(`http://127.0.0.1:${dynamodb}`, provideCredentials(this.#data)));
  }

  /**
   * Lets time pass and runs the sweep until no work is left, at most `sweeps` times. Resolves with the work that is left. The sweep
   * is needed because a busy machine loses messages, and because releases may leave different work to it.
   */
  async settle(service: RunningService, sweeps = 5): Promise<Unfinished> {
    await service.drain();
    const left = await this.stored(countUnfinished);
    if (sweeps === 0 || Object.values(left).every((count) => count === 0)) return left;
    await this.stored((table) => table.letTimePass(sweepsAgainAfterMilliseconds));
    await service.invoke('sweepDue', {});
    return this.settle(service, sweeps - 1);
  }

  /** Returns the errors that functions have logged since the last start, except those about slow stores, which a busy machine causes. */
  complaints(): string[] {
    return readdirSync(this.#logs)
      .flatMap((name) => readFileSync(join(this.#logs, name), 'utf8').split('\n'))
      .filter((line) => line !== '' && !(line.startsWith('{') && !line.includes('"level":"ERROR"')))
      .filter((line) => !/did not answer in time|requestTimeout/.test(line));
  }

  get #logs(): string {
    return join(this.#data, 'logs');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.disposeAsync();
  }
}
