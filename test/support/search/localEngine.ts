import { startStores } from 'assembly-host/stores';
import type { StackDefinition } from 'assembly-host/template/stack';
import { temporaryDirectory } from '../temporaryDirectory.ts';

const region = 'us-east-1';

/** The search engine of the local host, with one empty collection. */
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
  const id = 'collection';
  const endpoint = `${stores.endpoints.opensearch}/${id}`;
  const arn = `arn:aws:aoss:${region}:000000000000:collection/${id}`;
  await stores.provision({ ...emptyStack, collections: [{ id, name: 'search', arn, endpoint }] });
  Object.assign(process.env, {
    SEARCH_ENDPOINTS: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: stores.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: stores.credentials.secretAccessKey,
  });
  const held = cleanup.move();
  return { endpoint, directory, catchUp: stores.catchUp, close: () => held.disposeAsync() };
}

const emptyStack: StackDefinition = {
  name: 'search',
  region,
  functions: [],
  roles: [],
  resourcePolicies: [],
  tables: [],
  buckets: [],
  keys: [],
  collections: [],
  queues: [],
  eventSources: [],
  eventRules: [],
  schedules: [],
  alarms: [],
  compositeAlarms: [],
  logMetrics: [],
  api: undefined,
  outputs: {},
};
