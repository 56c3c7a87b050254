import { isIP } from 'node:net';
import { urlMaxCharacters } from '../contract/limits.ts';
import { isPublicAddress } from './addresses.ts';

/**
 * Names which public DNS never has, so that only a private network can know them. `example` is not among them: such
 * names are for documentation, and applications are to treat them like any other (RFC 6761, section 6.5).
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
  'corp', // ICANN Board, 4 February 2018: never to be delegated, as the next two
  'home',
  'mail',
];

export interface TargetRules {
  /** Lets requests go to any address, name and port: for development on one machine. */
  readonly allowPrivateTargets: boolean;
}

/**
 * Returns the reason why no request may be sent to a URL, to follow its name in a sentence such as `url must use port 443.`;
 * null when one may. A host name that passes can still resolve to a private address: `post` looks again at every connection.
 */
export function refusalOf(url: string, { allowPrivateTargets }: TargetRules): string | null {
  if (url.length > urlMaxCharacters) return `must have at most ${urlMaxCharacters} characters`;
  const target = URL.parse(url);
  if (target?.protocol !== 'https:') return 'must be an absolute HTTPS URL';
  // They would be sent, and shown to everybody who may see the endpoint.
  if (target.username || target.password) return 'must not contain a user name or a password';
  if (allowPrivateTargets) return null;
  // The parser has removed the default port. Internal services listen on others.
  if (target.port) return 'must use port 443';
  return isPublicHost(target.hostname) ? null : 'must not point to a private or reserved address';
}

/** `hostname` as the WHATWG parser leaves it: lower case, IDNs in Punycode, IPv4 in decimal, IPv6 in brackets. */
function isPublicHost(hostname: string): boolean {
  const host = canonicalHost(hostname);
  if (host === undefined) return false;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) return isPublicAddress(address);
  // The resolver completes a single label with its search domains; otherwise it is a top-level domain, which serves nothing.
  return host.includes('.') && !privateNames.some((one) => host === one || host.endsWith(`.${one}`));
}

/** Returns the host of an absolute URL, however it is written: in the parser's form, without a final full stop. */
export function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return canonicalHost(hostname) ?? hostname;
}

/** The parser takes an address with several final full stops for a name: this reads it again without them. */
const canonicalHost = (hostname: string): string | undefined =>
  URL.parse(`https://${withoutRoot(hostname)}`)?.hostname;

/** Returns a host name without the full stops that may end it: `localhost.` is `localhost` (RFC 1034, section 3.1). */
export const withoutRoot = (hostname: string): string => hostname.replace(/\.+$/, '');
