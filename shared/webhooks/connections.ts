import { lookup as resolve } from 'node:dns/promises';
import { Agent, type AgentOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { PostFailure } from './postErrors.ts';

/** Finds the addresses of a host name. If there are none, rejects with an error that has a `code`, like the errors of Node. */
export type Lookup = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const underWay = new Map<string, ReturnType<Lookup>>();

/**
 * Finds addresses by the operating system. Concurrent lookups of a name share one result: a lookup occupies one of the few threads of the
 * process, and a dead name server can make it slow.
 */
export const systemLookup: Lookup = (hostname) => {
  const found =
    underWay.get(hostname) ?? resolve(hostname, { all: true }).finally(() => underWay.delete(hostname));
  underWay.set(hostname, found);
  return found;
};

/** Many servers, such as Node, close connections after 5 idle seconds. This service closes them earlier. */
const idleMilliseconds = 4000;

/**
 * The time to connect to an address before the next address is tried. Node's default of 250 ms is too short for a distant server and one
 * lost packet.
 */
const connectAttemptMilliseconds = 1000;

const agentOptions: AgentOptions = {
  autoSelectFamilyAttemptTimeout: connectAttemptMilliseconds,
  minVersion: 'TLSv1.2',
  // Only agents with `proxyEnv` use proxies from the environment.
};

/** NODE_TLS_REJECT_UNAUTHORIZED has an effect only if private targets are allowed, on a developer's machine. */
const optionsFor = (allowPrivateTargets: boolean): AgentOptions =>
  allowPrivateTargets ? agentOptions : { ...agentOptions, rejectUnauthorized: true };

/** Idle connections that are kept for each host. */
const maxIdleConnections = 10;

/**
 * Keeps connections between requests. The number of connections in use has no limit: callers limit their requests, and slow endpoints of a
 * host must not delay its other endpoints.
 */
const keepingAgent = (options: AgentOptions): Agent =>
  new Agent({
    ...options,
    keepAlive: true,
    maxFreeSockets: maxIdleConnections,
    timeout: idleMilliseconds,
  });

/**
 * Two sets of connections: a connection that was made while private targets were allowed must not serve other requests. `checkedLookup`
 * checked the address of each connection. An address in a URL is checked before every request.
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

/** Closes connections that were idle too long. Lambda stops a process with its timers between invocations, so only the clock tells this. */
function dropStaleConnections(): void {
  if (Date.now() - lastUsedAt < idleMilliseconds) return;
  agents.public.destroy();
  agents.any.destroy();
}

/** Returns an agent for a single request on a connection of its own. */
export const singleUseAgent = (allowPrivateTargets: boolean): Agent =>
  new Agent({ ...optionsFor(allowPrivateTargets), keepAlive: false });

/**
 * Resolves a host name for a connection, and refuses it if an address is not allowed. The connection uses exactly the checked addresses:
 * there is no second lookup with another result.
 *
 * If one address is not public, the whole name is refused. Public services do not mix public and private addresses, but DNS rebinding does:
 * its public address passes a check and then fails, so that a client tries the private address.
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
