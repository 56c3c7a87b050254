import { describe, expect, test } from 'vitest';
import { hostOf, refusalOf } from '../../../shared/webhooks/target.ts';

const inProduction = { allowPrivateTargets: false };
const inDevelopment = { allowPrivateTargets: true };
const notPublic = 'must not point to a private or reserved address';

describe('refusalOf', () => {
  test.for([
    'https://example.com',
    'https://example.com:443/hook?key=1#part',
    'https://EXAMPLE.com/hook',
    'https://bücher.example/ürl',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://localhost.example.com/',
    'https://@example.com/',
  ])('accepts %s', (url) => {
    expect(refusalOf(url, inProduction)).toBeNull();
    expect(refusalOf(url, inDevelopment)).toBeNull();
  });

  // Threat: A webhook sends requests to the service's own network (SSRF)
  test.for([
    ['loopback', 'https://127.0.0.1/'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['decimal', 'https://2130706433/'],
    ['hexadecimal', 'https://0x7f000001/'],
    ['a final full stop', 'https://127.0.0.1./'],
    ['two final full stops', 'https://169.254.169.254../'],
    ['an address that is none', 'https://169.254.169.256../'],
    ['a number behind a name', 'https://hooks.1../'],
    ['full-width digits', 'https://１２７.0.0.1/'],
    ['tabs and line breaks', 'https://127.\t0.\n0.1/'],
    ['mapped, though public', 'https://[::ffff:8.8.8.8]/'],
    ['compatible', 'https://[::127.0.0.1]/'],
    ['unique local', 'https://[fd00:ec2::254]/'],
    ['localhost', 'https://localhost/'],
    ['with a final full stop', 'https://localhost./'],
    ['below localhost', 'https://app.localhost/'],
    ['.internal', 'https://metadata.google.internal/'],
    ['.home.arpa', 'https://router.home.arpa/'],
    ['.invalid', 'https://hooks.invalid/'],
    ['a single label', 'https://intranet/'],
  ] as const)('refuses %s: %s', ([_, url]) => {
    expect(refusalOf(url, inProduction)).toBe(notPublic);
    expect(refusalOf(url, inDevelopment)).toBeNull();
  });

  test.for(['https://example.com:8443/', 'https://example.com:22/'])('refuses the port of %s', (url) => {
    expect(refusalOf(url, inProduction)).toBe('must use port 443');
    expect(refusalOf(url, inDevelopment)).toBeNull();
  });

  test.for(['https://user:pass@example.com/', 'https://:pass@example.com/', 'https://example.com@8.8.8.8/'])(
    'refuses the credentials in %s on every stage',
    (url) => {
      expect(refusalOf(url, inProduction)).toBe('must not contain a user name or a password');
      expect(refusalOf(url, inDevelopment)).toBe('must not contain a user name or a password');
    },
  );

  test.for(['', 'example.com', '//example.com', 'http://example.com/', 'ftp://example.com/', 'https://'])(
    'refuses %j, which is not an HTTPS URL, on every stage',
    (url) => {
      expect(refusalOf(url, inProduction)).toBe('must be an absolute HTTPS URL');
      expect(refusalOf(url, inDevelopment)).toBe('must be an absolute HTTPS URL');
    },
  );

  test('refuses URLs longer than 2048 characters', () => {
    const longest = `https://example.com/${'x'.repeat(2048 - 20)}`;

    expect(refusalOf(longest, inProduction)).toBeNull();
    expect(refusalOf(`${longest}x`, inProduction)).toBe('must have at most 2048 characters');
    expect(refusalOf(`${longest}x`, inDevelopment)).toBe('must have at most 2048 characters');
  });
});

test.for([
  ['https://Hooks.Example.COM/a', 'hooks.example.com'],
  ['https://hooks.example.com./', 'hooks.example.com'],
  ['https://hooks.example.com../', 'hooks.example.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://203.0.113.7./', '203.0.113.7'],
  ['https://[2001:DB8:0::1]/', '[2001:db8::1]'],
] as const)('hostOf of %s is %s', ([url, host]) => {
  expect(hostOf(url)).toBe(host);
});
