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
  fc
    .array(fc.constantFrom(...'<>"\'&`\\\0\nx', 'amp;', '<script>', '</', '-->', '${'))
    .map((parts) => parts.join('')),
);

describe('a value in a template', () => {
  // Threat: Text that people wrote runs as script (XSS)
  test('cannot end text, attributes or elements, and is shown unchanged', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const { markup } = html`<a title="${value}">${value}</a>`;
        const [, inside = '', text = ''] = /^<a title="([^<>"']*)">([^<>"']*)<\/a>$/.exec(markup) ?? [];
        expect([inside, text].map(decode)).toEqual([value, value]);
      }),
      { numRuns: 500 },
    );
  });

  test.for<[string, Value, string]>([
    ['markup of ours', html`<b>${'<i>'}</b>`, '<b>&lt;i&gt;</b>'],
    ['trusted text', trusted('a > b'), 'a > b'],
  ])('can be %s', ([_, value, expected]) => {
    expect(html`${value}`.markup).toBe(expected);
  });

  test('is escaped once, at any depth', () => {
    expect(html`${[html`${[html`${'&'}`]}`]}`.markup).toBe('&amp;');
  });
});
