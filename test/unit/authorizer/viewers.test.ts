import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymousWindow, recordedNetwork, viewerAddress } from '../../../functions/authorizer/viewers.ts';
import { consoleFiles, pages } from '../../../shared/contract/pages.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const front = '198.51.100.1';

/** Sets the environment of an authorizer behind a trusted CDN, or of an authorizer without a CDN. */
function stubFront(header: string, secrets: readonly string[] = [], addressHeader = '') {
  vi.stubEnv('TRUSTED_FRONT_HEADER', header);
  vi.stubEnv('TRUSTED_FRONT_SECRET_SHA256', secrets.map(sha256).join(','));
  vi.stubEnv('VIEWER_ADDRESS_HEADER', addressHeader);
}
beforeEach(() => () => vi.unstubAllEnvs());

test('without a trusted front, the address is the one of the connection, with any headers', () => {
  stubFront('');

  const headers = { 'x-forwarded-for': '203.0.113.7', 'cloudfront-viewer-address': '203.0.113.7:1' };

  expect(viewerAddress(headers, front)).toBe(front);
});

describe('behind a trusted CDN', () => {
  test.for([
    ['CloudFront-Viewer-Address', '203.0.113.7:46532', '203.0.113.7'],
    ['CloudFront-Viewer-Address', '2001:db8:85a3::8a2e:370:7334:443', '2001:db8:85a3::8a2e:370:7334'],
    ['CloudFront-Viewer-Address', '[2001:db8::1]:443', '2001:db8::1'],
    ['CF-Connecting-IP', '203.0.113.7', '203.0.113.7'],
    ['CF-Connecting-IP', ' 2001:db8::1:443 ', '2001:db8::1:443'],
  ] as const)('the address is the one in %s: %s', ([addressHeader, stated, address]) => {
    stubFront('X-Front', ['secret'], addressHeader);

    expect(viewerAddress({ 'x-front': 'secret', [addressHeader.toLowerCase()]: stated }, front)).toBe(
      address,
    );
  });

  test.for([undefined, 'unknown', '203.0.113.7, 198.51.100.1', '010.0.0.1'])(
    'the address is the one of the CDN itself if its header has %s',
    (stated) => {
      stubFront('X-Front', ['secret'], 'CF-Connecting-IP');

      expect(viewerAddress({ 'x-front': 'secret', 'cf-connecting-ip': stated }, front)).toBe(front);
    },
  );

  test.for([
    ['secret', front],
    ['next', front],
    ['Secret', null],
    ['guessed, secret', null],
    [undefined, null],
  ] as const)('the address for the secret %s is %s', ([secret, address]) => {
    stubFront('X-Front', ['secret', 'next', ''], 'CF-Connecting-IP');

    expect(viewerAddress({ 'x-front': secret }, front)).toBe(address);
  });
});

describe('requests without a credential are counted', () => {
  // Threat: A CDN makes all viewers look like one, or its address is forged or bypassed
  test.for([
    ['/v1/documents', 'ip:api:203.0.113.7'],
    ['/login', 'ip:sign-in:203.0.113.7'],
    ['/logout', 'ip:sign-in:203.0.113.7'],
    ['/{proxy+}', 'ip:nowhere:203.0.113.7'],
    ['/d/{document_id}', 'ip:pages:203.0.113.7'],
    [pages.console.path, 'ip:pages:203.0.113.7'],
    [consoleFiles, 'ip:files:203.0.113.7'],
    ['/d/{document_id}/versions/{version_id}/pages/{page}', 'ip:pictures:203.0.113.7'],
  ] as const)('by their kind: %s', ([route, name]) => {
    expect(anonymousWindow(route, '203.0.113.7')).toBe(name);
  });

  test.for([
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::ffff:cb00:7107', '203.0.113.7'],
  ] as const)('by network if the address is IPv6: %s', ([address, network]) => {
    expect(anonymousWindow('/v1/documents', address)).toBe(`ip:api:${network}`);
  });
});

test.for([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
] as const)('the activity has only the network of %s', ([address, network]) => {
  expect(recordedNetwork(address)).toBe(network);
});
