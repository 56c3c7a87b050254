import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signInAsAnotherPath } from '../../../shared/presentation/links.ts';
import { landingPath, returnPath } from '../../../shared/signIn/returnTo.ts';

const onDomain = 'https://docs.example.com';
const onStage = 'https://abc.execute-api.eu-west-1.amazonaws.com/prod';

describe('after the sign-in, a person returns to', () => {
  test.for([
    ['/d/doc_1', '/d/doc_1'],
    ['/d/doc_1/versions/ver_1?from=entry_page', '/d/doc_1/versions/ver_1?from=entry_page'],
    ['/d/doc_1?a=//evil.example', '/d/doc_1?a=//evil.example'],
    ['/d/doc_1#page=2', '/d/doc_1#page=2'],
    ['/d/é', '/d/%C3%A9'],
    ['/d/../d/doc_1', '/d/doc_1'],
    ['/%2F/evil.example', '/%2F/evil.example'],
    ['/logins', '/logins'],
    ['/', '/'],
  ] as const)('a path of the service: %s', ([text, path]) => {
    expect(returnPath(text, onDomain)).toBe(path);
    expect(returnPath(text, onStage)).toBe(path);
  });

  test.for([
    undefined,
    '',
    '///evil.example',
    '/\\evil.example',
    'https://evil.example/d/doc_1',
    '//docs.example.com@evil.example',
    'javascript:alert(1)',
    ' /d/doc_1',
    '/d/doc_1\\..\\x',
    `/d/${'x'.repeat(2000)}`,
    '/login',
    '/sign-in',
    '/login/callback?code=x',
    '/logout',
    '/.//evil.example',
    '/d/..//evil.example',
  ])('the landing page instead of %j', (text) => {
    expect(returnPath(text, onDomain)).toBe(landingPath);
    expect(returnPath(text, onStage)).toBe(landingPath);
  });

  test.for(['/../other/d/doc_1', '/..', '/%2e%2e/other', '/d/../../other'])(
    'no other path of the same host: %s',
    (text) => {
      expect(returnPath(text, onStage)).toBe(landingPath);
    },
  );

  test('no address that a browser understands as another site', () => {
    const piece = fc.constantFrom(...'/\\.@:?#\td', '..', '%2e', '%2f', 'evil.example', 'https:');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = returnPath(pieces.join(''), onStage);
        expect(new URL(onStage + path).href.startsWith(`${onStage}/`)).toBe(true);
        expect(new URL(path, onStage).host).toBe(new URL(onStage).host);
        // A path stays the same when it is parsed again. Otherwise another parser could understand the path differently.
        expect(returnPath(path, onStage)).toBe(path);
      }),
    );
  });
});

test('a path is the same after it was sent to the sign-in', () => {
  const path = '/d/doc_1?versions=2&x=%26';

  const url = new URL(onDomain + signInAsAnotherPath(path));

  expect(url.searchParams.get('return_to')).toBe(path);
  expect(url.searchParams.get('prompt')).toBe('login');
});
