import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideCredentials } from '../../infra/host/credentials.ts';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { Table } from '../support/table.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { type DataDirectory, dataDirectoryOf } from './dataDirectory.ts';
import { functionsIn, mixture, type Neighbours, neighbours } from './mixture.ts';
import { countUnfinished, type Unfinished } from './stored.ts';

const program = fileURLToPath(new URL('hostProcess.ts', import.meta.url));

/** Longer than the sweep takes a message that it has sent to be on its way. */
const sweepsAgainAfterMilliseconds = 20 * 60_000;

/** A stage that is updated from a release to this one, and back: its data, and whichever functions work on that. */
export class Stage implements AsyncDisposable {
  readonly data: DataDirectory;
  readonly #neighbours: Neighbours;
  readonly #folder: string;
  readonly #cleanup: AsyncDisposableStack;
  #mixtures = 0;

  private constructor(data: DataDirectory, both: Neighbours, folder: string, cleanup: AsyncDisposableStack) {
    this.data = data;
    this.#neighbours = both;
    this.#folder = folder;
    this.#cleanup = cleanup;
  }

  static async of(version: string): Promise<Stage> {
    await using cleanup = new AsyncDisposableStack();
    const { path } = cleanup.use(await temporaryDirectory());
    const data = cleanup.use(await dataDirectoryOf(version));
    const both = await neighbours(version, join(path, version));
    return new Stage(data, both, path, cleanup.move());
  }

  /** The functions of the release that it is updated from. */
  get functionsBefore(): string[] {
    return functionsIn(this.#neighbours.before);
  }

  /**
   * Hosts it with these functions of the release before, and otherwise those of this one. Lists are not behind: what one
   * release has shown is compared with what the other shows.
   */
  host(ofBefore: Iterable<string>): Promise<RunningService & AsyncDisposable> {
    const folder = join(this.#folder, `mixture ${++this.#mixtures}`);
    return this.#start(mixture(this.#neighbours, new Set(ofBefore), folder));
  }

  /** Hosts it as the release before has it, and nothing of this one. */
  hostBefore(): Promise<RunningService & AsyncDisposable> {
    return this.#start(this.#neighbours.directoryBefore);
  }

  async #start(ASSEMBLY: string): Promise<RunningService & AsyncDisposable> {
    rmSync(this.#logs, { recursive: true, force: true });
    const service = await startService(
      { DATA_DIR: this.data.path, ASSEMBLY, READ_LAG_MILLISECONDS: '0', ...withoutRateLimits },
      { program },
    );
    return { ...service, [Symbol.asyncDispose]: () => service.stop() };
  }

  /** Looks into its table while it is hosted. */
  async stored<T>(look: (table: Table) => Promise<T>): Promise<T> {
    const { dynamodb } = JSON.parse(readFileSync(join(this.data.path, 'ports.json'), 'utf8'));
    return look(await Table.at(`http://127.0.0.1:${dynamodb}`, provideCredentials(this.data.path)));
  }

  /**
   * Has time pass and the sweep run until nothing is left to be done, or that many times. Resolves with what is left: a busy
   * machine loses messages, and functions of one release may leave to the sweep what those of the other would do at once.
   */
  async settle(service: RunningService, sweeps = 5): Promise<Unfinished> {
    await service.drain();
    const left = await this.stored(countUnfinished);
    if (sweeps === 0 || Object.values(left).every((count) => count === 0)) return left;
    await this.stored((table) => table.letTimePass(sweepsAgainAfterMilliseconds));
    await service.invoke('sweepDue', {});
    return this.settle(service, sweeps - 1);
  }

  /** What functions have complained of since it was last hosted, but that a store was slow, as on a busy machine. */
  complaints(): string[] {
    return readdirSync(this.#logs)
      .flatMap((name) => readFileSync(join(this.#logs, name), 'utf8').split('\n'))
      .filter((line) => line !== '' && !(line.startsWith('{') && !line.includes('"level":"ERROR"')))
      .filter((line) => !/did not answer in time|requestTimeout/.test(line));
  }

  get #logs(): string {
    return join(this.data.path, 'logs');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.disposeAsync();
  }
}
