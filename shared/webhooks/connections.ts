import { lookup as resolve } from 'node:dns/promises';
import { Agent, type AgentOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { PostFailure } from './postErrors.ts';

/** Finds the addresses of a host name. Rejects, with a `code` as Node's own have, when there are none. */
export type Lookup = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const underWay = new Map<string, ReturnType<Lookup>>();

/**
 * Asks the operating system. A name that is being resolved is not resolved twice at a time: resolving occupies one of the few threads
 * that all requests of the process share, for as long as a dead name server takes.
 */
export const systemLookup: Lookup = (hostname) => {
  const found =
    underWay.get(hostname) ?? resolve(hostname, { all: true }).finally(() => underWay.delete(hostname));
  underWay.set(hostname, found);
  return found;
};

/** Many servers, Node's among them, close connections after 5 idle seconds; this service closes them earlier. */
const idleMilliseconds = 4000;

/**
 * Of several addresses, each but the last has this long to connect. Node's default, 250 ms, is less than a round trip
 * to the other side of the world and one lost packet take.
 */
const connectAttemptMilliseconds = 1000;

const agentOptions: AgentOptions = {
  autoSelectFamilyAttemptTimeout: connectAttemptMilliseconds,
  minVersion: 'TLSv1.2',
  // Only agents with `proxyEnv` use proxies from the environment.
};

/** Only on a developer's machine can NODE_TLS_REJECT_UNAUTHORIZED make any certificate good enough. */
const optionsFor = (allowPrivateTargets: boolean): AgentOptions =>
  allowPrivateTargets ? agentOptions : { ...agentOptions, rejectUnauthorized: true };

/** Idle connections that are kept for each host. */
const maxIdleConnections = 10;

/**
 * Keeps connections between requests. Connections in use are not limited: callers limit their requests, and slow endpoints of a host must
 * not make its other endpoints wait.
 */
const keepingAgent = (options: AgentOptions): Agent =>
  new Agent({
    ...options,
    keepAlive: true,
    maxFreeSockets: maxIdleConnections,
    timeout: idleMilliseconds,
  });

/**
 * Two sets of connections, since one that was made while private targets were allowed must not serve a request for
 * which they are not. Within a set each connection went through the checking lookup, or to an address in the URL, which
 * is checked before every request.
 */
const agents = { public: keepingAgent(optionsFor(false)), any: keepingAgent(optionsFor(true)) };

let requestsUnderWay = 0;
let lastUsedAt = 0;

/** Runs requests with kept connections. */
export async function withKeptConnections<T>(
  allowPrivateTargets: boolean,
  run: (agent: Agent) => Promise<T>,
): Promise<T> {
  if (requestsUnderWay === 0) dropStaleConnections();
  requestsUnderWay += 1;
  try {
    return await run(agents[allowPrivateTargets ? 'any' : 'public']);
  } finally {
    requestsUnderWay -= 1;
    lastUsedAt = Date.now();
  }
}

/** Lambda stops a process between invocations, timers and all, so only the clock tells which connections were idle too long. */
function dropStaleConnections(): void {
  if (Date.now() - lastUsedAt < idleMilliseconds) return;
  agents.public.destroy();
  agents.any.destroy();
}

/** Returns an agent for a single request on a connection of its own. */
export const singleUseAgent = (allowPrivateTargets: boolean): Agent =>
  new Agent({ ...optionsFor(allowPrivateTargets), keepAlive: false });

/**
 * Resolves a host name for a connection, and lets it through only if the addresses are allowed. The connection is made to
 * the very addresses that were checked: there is no second resolution that could answer differently.
 *
 * One address that is not public refuses the whole name. Nobody publishes such a mixture for a public service, but it is
 * what DNS rebinding looks like: the public address is there to pass a check, and made to fail so that the next is tried.
 */
export const checkedLookup =
  (lookup: Lookup, allowPrivateTargets: boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new PostFailure('name_not_resolved'), '');
        else if (!allowPrivateTargets && !addresses.every(({ address }) => isPublicAddress(address)))
          callback(
            new PostFailure('address_not_allowed', 'The host name has an address that is not public.'),
            '',
          );
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(new PostFailure('name_not_resolved', undefined, error), ''),
    );
  };
