import { expect, test } from 'vitest';
import { rendered } from '../../../shared/pages/guides/render.ts';

const shown = (text: string) => rendered(`# Title\n\nThe lead.\n\n${text}\n`).body.markup.trim();

test.for<[string, string, string]>([
  ['raw HTML is text', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['a guide', '[keys](keys.md#p)', '<p><a href="@@prefix@@/docs/guides/keys#p">keys</a></p>'],
  ['the changelog', '[new](../../CHANGELOG.md)', '<p><a href="@@prefix@@/docs/changelog">new</a></p>'],
  ['the service', '[api](https://service.example/docs)', '<p><a href="@@base@@/docs">api</a></p>'],
  ['an operation', '`getMe`', '<p><a href="@@prefix@@/docs/me#getMe"><code>getMe</code></a></p>'],
  [
    'an error code',
    '`name_taken`',
    '<p><a href="@@prefix@@/docs/errors#name_taken"><code>name_<wbr>taken</code></a></p>',
  ],
  ['other code', '`<a>`', '<p><code>&lt;a&gt;</code></p>'],
])('a guide shows %s', ([, text, expected]) => {
  expect(shown(text)).toBe(expected);
});

test.for(['../../SECURITY.md', 'nothing.md', '/docs', 'javascript:alert(1)', 'http://example.com'])(
  'a guide cannot link to %s',
  (target) => {
    expect(() => shown(`[there](${target})`)).toThrow(`The service has no page for the link ${target}`);
  },
);
