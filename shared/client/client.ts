import { checkBaseUrl } from './baseUrl.ts';
import { downloadVersion } from './download.ts';
import type { Client, ClientOptions, OperationMethods } from './types.ts';
import { untypedClient } from './untyped.ts';

/** Makes a client of the API, with a method for each operation. Throws a TypeError for a `baseUrl` that is not the URL of a service. */
export function createClient(options: ClientOptions): Client {
  // Programs in JavaScript can leave the options out.
  checkBaseUrl((options as ClientOptions | undefined)?.baseUrl);
  return {
    ...(untypedClient(options) as OperationMethods),
    downloadVersion: (input, given = {}) => downloadVersion(options, input, given),
  };
}
