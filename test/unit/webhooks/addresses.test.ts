import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../shared/webhooks/addresses.ts';

const text4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
const text6 = (value: bigint) =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((at) => ((value >> at) & 0xffffn).toString(16)).join(':');

/** The first and the last address of a block, and the addresses next to it. */
function edgesOf(block: string) {
  const [address = '', length = ''] = block.split('/');
  const bits = isIPv4(address) ? 32n : 128n;
  const text = bits === 32n ? text4 : text6;
  const first = bits === 32n ? number4(address) : number6(address);
  const size = 1n << (bits - BigInt(length));
  return {
    first: text(first),
    last: text(first + size - 1n),
    before: first === 0n ? null : text(first - 1n),
    after: first + size === 1n << bits ? null : text(first + size),
  };
}

const number4 = (address: string) => address.split('.').reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);

function number6(address: string): bigint {
  const [front = [], back = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back].reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

/** Whether the addresses next to a block are public. */
const [neither, onlyAfter, onlyBefore, both] = [
  [false, false],
  [false, true],
  [true, false],
  [true, true],
] as const;

// The IANA special-purpose registries, and blocks with registries of their own.
const blocks = [
  ['0.0.0.0/8', 'this network', onlyAfter],
  ['10.0.0.0/8', 'private use', both],
  ['100.64.0.0/10', 'shared address space, carrier-grade NAT', both],
  ['127.0.0.0/8', 'loopback', both],
  ['169.254.0.0/16', 'link-local', both],
  ['172.16.0.0/12', 'private use', both],
  ['192.0.0.0/24', 'IETF protocol assignments', both],
  ['192.0.0.0/29', 'DS-Lite', onlyBefore],
  ['192.0.0.8/32', 'dummy address', neither],
  ['192.0.0.9/32', 'PCP anycast', neither],
  ['192.0.0.10/32', 'TURN anycast', neither],
  ['192.0.0.170/31', 'NAT64 discovery', neither],
  ['192.0.2.0/24', 'documentation', both],
  ['192.31.196.0/24', 'AS112', both],
  ['192.52.193.0/24', 'AMT', both],
  ['192.88.99.0/24', '6to4 relay anycast', both],
  ['192.168.0.0/16', 'private use', both],
  ['192.175.48.0/24', 'AS112', both],
  ['198.18.0.0/15', 'benchmarking', both],
  ['198.51.100.0/24', 'documentation', both],
  ['203.0.113.0/24', 'documentation', both],
  ['224.0.0.0/4', 'multicast', onlyBefore],
  ['240.0.0.0/4', 'reserved', neither],
  ['255.255.255.255/32', 'limited broadcast', neither],
  ['::/128', 'unspecified', neither],
  ['::1/128', 'loopback', neither],
  ['::/96', 'IPv4-compatible', neither],
  ['::ffff:0:0/96', 'IPv4-mapped', neither],
  ['::ffff:0:0:0/96', 'IPv4-translated', neither],
  ['64:ff9b::/96', 'NAT64', neither],
  ['64:ff9b:1::/48', 'NAT64, local use', neither],
  ['100::/64', 'discard-only', neither],
  ['100:0:0:1::/64', 'dummy prefix', neither],
  ['200::/7', 'formerly OSI NSAP', neither],
  ['::/3', 'all before global unicast', onlyAfter],
  ['2001::/23', 'IETF protocol assignments', both],
  ['2001::/32', 'Teredo', onlyBefore],
  ['2001:1::1/128', 'PCP anycast', neither],
  ['2001:1::2/128', 'TURN anycast', neither],
  ['2001:1::3/128', 'DNS-SD SRP anycast', neither],
  ['2001:2::/48', 'benchmarking', neither],
  ['2001:3::/32', 'AMT', neither],
  ['2001:4:112::/48', 'AS112', neither],
  ['2001:10::/28', 'ORCHID', neither],
  ['2001:20::/28', 'ORCHIDv2', neither],
  ['2001:30::/28', 'drone remote identification', neither],
  ['2001:db8::/32', 'documentation', both],
  ['2002::/16', '6to4', both],
  ['2620:4f:8000::/48', 'AS112', both],
  ['3fff::/20', 'documentation', both],
  ['4000::/2', 'all after global unicast', onlyBefore],
  ['5f00::/16', 'segment routing', neither],
  ['8000::/1', 'all after global unicast', neither],
  ['fc00::/7', 'unique local', neither],
  ['fe00::/9', 'reserved', neither],
  ['fe80::/10', 'link-local', neither],
  ['fec0::/10', 'site-local', neither],
  ['ff00::/8', 'multicast', neither],
] as const;

describe('isPublicAddress', () => {
  test.for(blocks)(
    'refuses all of %s, %s, and not the addresses next to it',
    ([block, _, [publicBefore, publicAfter]]) => {
      const { first, last, before, after } = edgesOf(block);

      expect(isPublicAddress(first), first).toBe(false);
      expect(isPublicAddress(last), last).toBe(false);
      if (before) expect(isPublicAddress(before), before).toBe(publicBefore);
      if (after) expect(isPublicAddress(after), after).toBe(publicAfter);
    },
  );

  test.for([
    ['the metadata service', '169.254.169.254'],
    ['the metadata service over IPv6', 'fd00:ec2::254'],
    ['a mapped loopback address', '::ffff:127.0.0.1'],
    ['a mapped public address', '::ffff:8.8.8.8'],
    ['an IPv4-compatible address', '::127.0.0.1'],
    ['a public address behind NAT64', '64:ff9b::8.8.8.8'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['octal', '010.8.8.8'],
    ['hexadecimal', '0x08.8.8.8'],
    ['two parts', '8.8'],
    ['nothing', ''],
  ] as const)('refuses %s: %s', ([_, address]) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.for([
    '1.1.1.1',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '2A00:1450:4001:80B::200E',
    '2a00::8.8.8.8',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('refuses every IPv6 address outside of 2000::/3', () => {
    const outside = fc
      .bigInt({ min: 0n, max: (1n << 128n) - 1n })
      .filter((value) => value >> 125n !== 1n)
      .map(text6);
    fc.assert(
      fc.property(outside, (address) => {
        expect(isIPv6(address)).toBe(true);
        expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });

  test('returns false for any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6()), (address) => {
        const isPublic = isPublicAddress(address);
        expect(isPublic && !isIPv4(address) && !isIPv6(address)).toBe(false);
      }),
    );
  });
});
