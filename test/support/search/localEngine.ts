import { startStores } from 'assembly-host/stores';
import { readStack } from 'assembly-host/template/stack';
import { assemble } from '../../../infra/local/assemble.ts';
import { oncePerProcess } from '../runner/oncePerProcess.ts';
import { temporaryDirectory } from '../temporaryDirectory.ts';

const region = 'us-east-1';

/** The search engine of the local host, with the collection of the local stage, which is empty. */
export interface LocalEngine {
  readonly endpoint: string;
  readonly directory: string;
  /** Lets searches see all that was written. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the search engine of the local host. The client of the engine in this process then uses it, as the account's root. */
export async function startLocalEngine(): Promise<LocalEngine> {
  await using cleanup = new AsyncDisposableStack();
  const directory = cleanup.use(await temporaryDirectory()).path;
  const stores = await startStores({ dataDirectory: directory, region });
  cleanup.defer(() => stores.close());
  const { sqs: queueEndpoint, opensearch: searchEndpoint } = stores.endpoints;
  const assembly = await oncePerProcess('assembly', assemble);
  const options = { region, baseUrl: 'http://localhost', queueEndpoint, searchEndpoint };
  const { collections, ...stack } = readStack(assembly, options);
  await stores.provision({ ...stack, collections });
  const endpoint = collections[0]?.endpoint ?? '';
  Object.assign(process.env, {
    SEARCH_ENDPOINTS: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: stores.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: stores.credentials.secretAccessKey,
  });
  const held = cleanup.move();
  return { endpoint, directory, catchUp: stores.catchUp, close: () => held.disposeAsync() };
}
