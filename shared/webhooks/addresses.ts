import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns whether an IP address, as `dns.lookup` and URLs have it, is a public unicast one: not private, reserved, or special
 * in any way the IANA special-purpose registries know (https://www.iana.org/assignments/iana-ipv4-special-registry,
 * https://www.iana.org/assignments/iana-ipv6-special-registry). Any other text is not public.
 *
 * Special blocks that are globally reachable, such as AS112 and AMT, are refused too: they are infrastructure. So is every
 * IPv6 address that stands for an IPv4 one: hosts that are reached over IPv4 have an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  // Node decides what an address is, since it is Node that connects: ipaddr.js also reads `010.0.0.1` and `127.1`.
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  // A zone makes sense on the local link only, but ipaddr.js does not mind one on any address (RFC 4007, section 6).
  if (!isIPv6(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return isGlobalUnicast(parsed) && parsed.range() === 'unicast';
}

/**
 * 2000::/3: IANA assigns all global unicast addresses from it (RFC 4291, section 2.4). Outside of it, ipaddr.js
 * calls every address unicast for which it has no name: IPv4-compatible `::7f00:1`, 100:0:0:1::/64, fe00::/9.
 */
const isGlobalUnicast = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >>> 13 === 0b001;
