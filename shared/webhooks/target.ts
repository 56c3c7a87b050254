import { isIP } from 'node:net';
import { urlMaxCharacters } from '../contract/limits.ts';
import { isPublicAddress } from './addresses.ts';

/**
 * Names that public DNS never has: only a private network can resolve them. `example` is not in the list, because applications must treat
 * it like any other name (RFC 6761, section 6.5).
 */
const privateNames: readonly string[] = [
  'localhost', // RFC 6761, section 6.3
  'test', // RFC 6761, section 6.2
  'invalid', // RFC 6761, section 6.4
  'local', // RFC 6762
  'onion', // RFC 7686
  'home.arpa', // RFC 8375
  'alt', // RFC 9476
  'internal', // ICANN Board, 29 July 2024: reserved for private use
  'corp', // ICANN Board, 4 February 2018: never delegated, like the next two
  'home',
  'mail',
];

export interface TargetRules {
  /** Allows requests to any address, name and port, for development on one machine. */
  readonly allowPrivateTargets: boolean;
}

/**
 * Returns the reason why requests to a URL are refused; null if they are allowed. The reason completes a sentence such as `url must use
 * port 443.` A host name that passes can still resolve to a private address, so `post` checks every connection again.
 */
export function refusalOf(url: string, { allowPrivateTargets }: TargetRules): string | null {
  if (url.length > urlMaxCharacters) return `must have at most ${urlMaxCharacters} characters`;
  const target = URL.parse(url);
  if (target?.protocol !== 'https:') return 'must be an absolute HTTPS URL';
  // The service would send the user name and password to the endpoint, and show them to everybody who may see the endpoint.
  if (target.username || target.password) return 'must not contain a user name or a password';
  if (allowPrivateTargets) return null;
  // `port` is empty for the default port. Internal services listen on other ports.
  if (target.port) return 'must use port 443';
  return isPublicHost(target.hostname) ? null : 'must not point to a private or reserved address';
}

/**
 * Returns whether a host may be public. `hostname` has the form of the WHATWG parser: lower case, IDNs in Punycode, IPv4 in decimal, IPv6
 * in brackets.
 */
function isPublicHost(hostname: string): boolean {
  const host = canonicalHost(hostname);
  if (host === undefined) return false;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) return isPublicAddress(address);
  // A single label is refused: the resolver may complete it with a private search domain, and no top-level domain has a service.
  return host.includes('.') && !privateNames.some((one) => host === one || host.endsWith(`.${one}`));
}

/** Returns the host of an absolute URL in the form of the WHATWG parser, without a final full stop. */
export function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return canonicalHost(hostname) ?? hostname;
}

/** Parses a host again without final full stops, because the parser takes an address with several full stops at the end for a name. */
const canonicalHost = (hostname: string): string | undefined =>
  URL.parse(`https://${withoutRoot(hostname)}`)?.hostname;

/** Returns a host name without the full stops that may end it: `localhost.` is `localhost` (RFC 1034, section 3.1). */
export function withoutRoot(hostname: string): string {
  let end = hostname.length;
  while (hostname[end - 1] === '.') end--;
  return hostname.slice(0, end);
}
