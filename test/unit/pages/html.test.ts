import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, trusted, type Value } from '../../../shared/text/html.ts';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
/** The text that a browser reads. */
const decode = (markup: string): string =>
  markup.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      'amp;',
      '<script>',
      '</',
      '-->',
      '${',
      '`',
      '\\',
      '\0',
      '\n',
      'x',
    ),
  ),
);
const text = hostile.map((value) => (Array.isArray(value) ? value.join('') : value));

describe('a value in a template', () => {
  // Threat: Text that people wrote runs as script (XSS)
  test('cannot end text, attributes or elements, and is shown unchanged', () => {
    fc.assert(
      fc.property(text, (value) => {
        const { markup } = html`${value}`;
        expect(markup).not.toMatch(/[<>"']/);
        expect(decode(markup)).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  test('cannot leave the quotes of an attribute', () => {
    fc.assert(
      fc.property(text, (value) => {
        const { markup } = html`<a title="${value}">x</a>`;
        const [, inside, rest] = /^<a title="([^"]*)"(.*)$/s.exec(markup) ?? [];
        expect(decode(inside ?? '')).toBe(value);
        expect(rest).toBe('>x</a>');
      }),
    );
  });

  test.for<[string, Value, string]>([
    ['markup of ours', html`<b>${'<i>'}</b>`, '<b>&lt;i&gt;</b>'],
    ['a list', [html`<li>`, '<', 2], '<li>&lt;2'],
    ['a number', 0, '0'],
    ['an empty text', '', ''],
    ['null', null, ''],
    ['undefined', undefined, ''],
    ['false', false, ''],
    ['trusted text', trusted('a > b'), 'a > b'],
  ])('can be %s', ([_, value, expected]) => {
    expect(html`${value}`.markup).toBe(expected);
  });

  test('is escaped once, at any depth', () => {
    expect(html`${[html`${[html`${'&'}`]}`]}`.markup).toBe('&amp;');
  });
});

describe('the text of a template', () => {
  test('is sent unchanged', () => {
    expect(html`<p title="a">&amp; \u00e9 ${1}</p>`.markup).toBe('<p title="a">&amp; é 1</p>');
  });
});
