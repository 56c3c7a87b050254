import { localCredentials } from '../../infra/host/host.ts';
import { type Stores, startStores } from '../../infra/host/stores.ts';
import type { LocalStack } from '../../infra/host/template/model.ts';
import { readStack } from '../../infra/host/template/stack.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

export const region = 'us-east-1';

export interface StoresOptions {
  /** Default: one of its own, removed when the stores are closed */
  readonly dataDirectory?: string;
  /** The cloud assembly that says what is in them. Default: one that is made for them */
  readonly assembly?: string;
}

/** The stores of the local host with the tables, buckets, keys and queues of the template, and nothing in them. */
export interface ProvisionedStores extends Stores {
  readonly dataDirectory: string;
  readonly stack: LocalStack;
}

export async function openStores(options: StoresOptions): Promise<ProvisionedStores> {
  await using cleanup = new AsyncDisposableStack();
  const dataDirectory = options.dataDirectory ?? cleanup.use(await temporaryDirectory()).path;
  const stores = await startStores({ dataDirectory, region, credentials: localCredentials });
  cleanup.defer(() => stores.close());
  const assembly =
    options.assembly ?? (await assemble({ baseUrl: 'http://localhost', directory: dataDirectory }));
  const stack = readStack(assembly, { region, queueEndpoint: stores.endpoints.sqs });
  await stores.provision(stack);
  const held = cleanup.move();
  return { ...stores, dataDirectory, stack, close: () => held.disposeAsync() };
}
