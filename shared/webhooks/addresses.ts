import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns whether an IP address in the form of `dns.lookup` and URLs is public and unicast: not private, not reserved, and not in the IANA
 * special-purpose registries (https://www.iana.org/assignments/iana-ipv4-special-registry,
 * https://www.iana.org/assignments/iana-ipv6-special-registry). Any other text is not public.
 *
 * Special blocks that are globally reachable, such as AS112 and AMT, are not public either: they are infrastructure. An IPv6 address that
 * stands for an IPv4 address is not public: a host with IPv4 has an IPv4 address too.
 */
export function isPublicAddress(address: string): boolean {
  // Node must recognize the address, because Node connects to it. ipaddr.js also reads `010.0.0.1` and `127.1`.
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  // A zone is only for the local link (RFC 4007, section 6), but ipaddr.js accepts it on any address.
  if (!isIPv6(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return isGlobalUnicast(parsed) && parsed.range() === 'unicast';
}

/**
 * Returns whether an address is in 2000::/3, from which IANA assigns all global unicast addresses (RFC 4291, section 2.4). For ipaddr.js,
 * other addresses are unicast too, such as IPv4-compatible `::7f00:1`, 100:0:0:1::/64 and fe00::/9.
 */
const isGlobalUnicast = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >>> 13 === 0b001;
