import type { Client, ClientOptions } from './types.ts';
import { untypedClient } from './untyped.ts';

/** Makes a client of the API, with a method for each operation. */
export const createClient = (options: ClientOptions): Client => untypedClient(options) as Client;
