import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { consoleFiles, pages } from '../../shared/contract/pages.ts';
import { secretMatches } from '../../shared/credentials/apiKeys.ts';
import type { Headers } from '../../shared/http/headers.ts';
import { environment } from '../../shared/runtime/environment.ts';
import { log } from '../../shared/runtime/log.ts';
import { memory } from '../../shared/runtime/memory.ts';

const frontHeader = environment('trustedFrontHeader');
const frontSecretHashes = environment('trustedFrontSecretSha256');
const addressHeader = environment('viewerAddressHeader');

/**
 * Returns the address that a request comes from. If a CDN is configured, it proves itself by its secret, and its header states the address.
 * A request without the secret has bypassed the CDN: the function ignores the header and returns null.
 */
export function viewerAddress(headers: Headers, sourceIp: string): string | null {
  if (frontHeader() === '') return sourceIp;
  const secret = headers[frontHeader().toLowerCase()];
  const hashes = frontSecretHashes().split(',');
  if (!secret || !hashes.some((hash) => secretMatches(secret, hash))) return null;
  const stated = statedAddress(headers);
  if (stated === undefined) warnOnce();
  return stated ?? sourceIp;
}

const hasWarned = memory(() => false);
/** Warns only once in each process, because a wrong configuration of the CDN concerns every request. */
function warnOnce(): void {
  if (!hasWarned.current) log.warn('the trusted front states no address', { header: addressHeader() });
  hasWarned.current = true;
}

function statedAddress(headers: Headers): string | undefined {
  const name = addressHeader().toLowerCase();
  const text = headers[name]?.trim() ?? '';
  // CloudFront adds the viewer's port, to IPv6 addresses too ("Add CloudFront request headers").
  const portless = name === 'cloudfront-viewer-address' ? text.replace(/:\d+$/, '') : text;
  const address = portless.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Returns the name of the rate window for requests without a credential. Pages, page images, files of pages, sign-in, the API and
 * unknown addresses each have their own window. So an office with one address that exceeds one limit can still use the rest.
 */
export const anonymousWindow = (route: string, address: string): string =>
  `ip:${areaOf(route)}:${customerOf(address)}`;

/**
 * Returns the name of the rate window for requests with a credential. Page images have their own window, so that reading a document of 200
 * pages does not use up the limit for other requests.
 */
export const windowOfCredential = (route: string, { window }: { readonly window: string }): string =>
  areaOf(route) === 'pictures' ? `pictures:${window}` : window;

const signInPaths: readonly string[] = [
  pages.askToSignIn,
  pages.signIn,
  pages.signInCallback,
  pages.signOut,
  pages.signedOut,
].map(({ path }) => path);

const picturePaths: readonly string[] = [pages.pageImage.path, pages.logo.path, ...pages.logo.alsoAt];

function areaOf(route: string): 'api' | 'files' | 'pages' | 'pictures' | 'sign-in' | 'nowhere' {
  // A program with a wrong URL must not use up the limit of people in the same network.
  if (route === pages.nowhere.path) return 'nowhere';
  if (route.startsWith('/v1/')) return 'api';
  if (route === consoleFiles || route === pages.viewerFile.path) return 'files';
  if (picturePaths.includes(route)) return 'pictures';
  return signInPaths.includes(route) ? 'sign-in' : 'pages';
}

/** Returns the network that counts as one caller. A customer has at least 2^64 IPv6 addresses (RFC 6177). */
const customerOf = (address: string): string => networkOf(address, { ipv4: 32, ipv6: 64 });

/** Returns the network that activity shows for a person without an account. An IPv6 site has a prefix of 48 bits (RFC 6177). */
export const recordedNetwork = (address: string): string => networkOf(address, { ipv4: 24, ipv6: 48 });

/** Returns the network of an address, cut to the given number of bits (RFC 5952). A whole address has no suffix. */
function networkOf(address: string, bits: { readonly ipv4: 24 | 32; readonly ipv6: 48 | 64 }): string {
  const parsed = ipaddr.process(address.replace(/%.*/, ''));
  if (parsed instanceof ipaddr.IPv6) {
    const network = parsed.parts.map((part, index) => (index < bits.ipv6 / 16 ? part : 0));
    return `${new ipaddr.IPv6(network).toRFC5952String()}/${bits.ipv6}`;
  }
  if (bits.ipv4 === 32) return parsed.toString();
  return `${parsed.octets.slice(0, 3).join('.')}.0/${bits.ipv4}`;
}
