import { expect, test } from 'vitest';
import { markdown } from '../../../shared/pages/reference/markdown.ts';

test.for<[string, string]>([
  ['one\ntwo', '<p>one\ntwo</p>'],
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
  ['### Lists\n\nPages.', '<h3>Lists</h3><p>Pages.</p>'],
  ['- `one`\n- two', '<ul><li><code>one</code></li><li>two</li></ul>'],
  ['a **b** and `**c**`', '<p>a <strong>b</strong> and <code>**c**</code></p>'],
  [
    'as [RFC 9457](https://example.com/a?b=c&d) has it',
    '<p>as <a href="https://example.com/a?b=c&amp;d">RFC 9457</a> has it</p>',
  ],
  ['`<API_KEY>` & <b>', '<p><code>&lt;API_KEY&gt;</code> &amp; &lt;b&gt;</p>'],
  ['webhook_id, 2 * 3 and [no link]', '<p>webhook_id, 2 * 3 and [no link]</p>'],
])('%j', ([text, expected]) => {
  expect(markdown(text).markup).toBe(expected);
});
