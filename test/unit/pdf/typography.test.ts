import { beforeAll, describe, expect, test } from 'vitest';
import { encodeQrCode, qrCodePath } from '../../../shared/pdf/document/qrCode.ts';
import { type FontLibrary, openFontLibrary } from '../../../shared/pdf/typography/fontLibrary.ts';
import { guessHanTradition, guessLanguage } from '../../../shared/pdf/typography/languages.ts';
import { findCuts } from '../../../shared/pdf/typography/lineBreaks.ts';
import { type Line, Typesetter } from '../../../shared/pdf/typography/typesetter.ts';
import { fontsOfTests } from '../../support/files/pdfPages.ts';

const fonts = fontsOfTests();
let library: FontLibrary;
beforeAll(async () => {
  library = await openFontLibrary(fonts);
});

test.for([
  ['Greek', 'Σύμβαση προμήθειας'],
  ['Arabic', 'اتفاقية توريد'],
  ['Hebrew', 'הסכם אספקה'],
  ['Devanagari', 'अनुबंध'],
  ['Bengali', 'সরবরাহ চুক্তি'],
  ['Telugu', 'ఒప్పందం'],
  ['Khmer', 'កិច្ចព្រមព្រៀង'],
  ['Japanese', '契約書'],
  ['simplified Chinese', '仓储协议'],
  ['Korean', '계약서'],
  ['Korean in single letters', '계약서'.normalize('NFD')],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪 𞥑𞥒𞥓'],
  ['Tifinagh', 'ⵜⴰⵎⴰⵣⵉⵖⵜ'],
] as const)('the font directory writes %s with an outline font that has every glyph', async ([_, title]) => {
  const typesetter = await Typesetter.create(library, title);

  const lines = typesetter.lines(title, 'title', { maxWidth: 100 });

  const runs = lines.flatMap((line) => line.runs);
  expect(typesetter.chooser.readable(title)).toBe(title);
  expect(runs.filter((run) => run.font.record.role === 'lastResort')).toEqual([]);
  expect(runs.flatMap((run) => run.glyphs).filter((glyph) => glyph.id === 0)).toEqual([]);
});

const broken = (text: string) => {
  const breaks = findCuts(text).filter((cut) => cut.isBreak);
  return [0, ...breaks.map((cut) => cut.at)].map((at, index) => text.slice(at, breaks[index]?.at)).join('|');
};

test.for([
  ['words', 'one two  three', 'one |two  |three'],
  ['no-break spaces', '5\u00a0kg of', '5\u00a0kg |of'],
  ['hyphens, not minus signs', 'last-mile at -5', 'last-|mile |at |-5'],
  ['Japanese punctuation', '「甲」は、乙', '「甲」|は、|乙'],
  ['Thai words', 'สัญญาจัดหา', 'สัญญา|จัดหา'],
  ['emoji sequences', '👨‍👩‍👧👨‍👩‍👧', '👨‍👩‍👧|👨‍👩‍👧'],
] as const)('line breaks: %s', ([_, text, expected]) => {
  expect(broken(text)).toBe(expected);
});

test.for([
  ['業務委託契約と覚え書き', 'ja'],
  ['물류 서비스', 'ko'],
  ['仓储与配送服务协议', 'zh-Hans'],
  ['倉儲與配送服務協議', 'zh-Hant'],
  ['Vertrag', null],
  ['123 – 🎉', null],
  ['', null],
] as const)('the language of %j is %s', ([text, language]) => {
  if (language) expect(guessHanTradition(text)).toBe(language);
  expect(guessLanguage(text)).toBe(language);
});

describe('the typesetter', () => {
  const set = async (text: string, maxWidth = 100, maxLines = 99) =>
    (await Typesetter.create(library, text)).lines(text, 'text', { maxWidth, maxLines });
  const fontsOf = (line: Line | undefined) => line?.runs.map((run) => run.font.record.name) ?? [];

  test('chooses the font of the writing tradition', async () => {
    const [japanese] = await set('契約書の');
    const [simplified] = await set('仓储协议');

    expect(fontsOf(japanese)).toEqual(['NotoSansJP-Regular']);
    expect(fontsOf(simplified)).toEqual(['NotoSansSC-Regular']);
  });

  test.for([
    ['above', 'A', '\u0301\u0308', 'title', 0.7],
    ['above, in Thai', 'ก', '\u0e35\u0e49', 'text', 0.7],
    ['below', 'A', '\u0323', 'title', 0.7],
    ['below, in Tibetan', 'ཀ', '\u0f90', 'text', 2.2],
  ] as const)('draws a pile of marks only near its letter: %s', async ([_, letter, marks, role, limit]) => {
    const text = `${letter}${marks.repeat(80)}`;
    const lines = (await Typesetter.create(library, text)).lines(text, role, { maxWidth: 100 });
    const runs = lines.flatMap((line) => line.runs);

    const heights = runs.flatMap(({ font, glyphs }) =>
      glyphs.map(({ yOffset }) => Math.abs(yOffset / font.record.unitsPerEm)),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(limit);
    expect(Math.max(...heights)).toBeGreaterThan(limit / 2);
  });

  test.for([
    ['\u0f67\u0f90\u0fb5\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82', 8],
    ['فَٱدَّٰرَْٰٔتُمْ', 14],
  ] as const)('draws all marks of the highest piles of real texts: %s', async ([text, glyphs]) => {
    const [line] = await set(text);

    expect(line?.runs.flatMap((run) => run.glyphs)).toHaveLength(glyphs);
  });

  test('keeps lines within the measure, breaking a word that is longer', async () => {
    const lines = await set('short pneumonoultramicroscopicsilicovolcanoconiosis end', 8);

    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(8);
  });
});

describe('the QR code', () => {
  const code = encodeQrCode('https://documents.example.com/d/1');

  test('paints exactly the dark modules', () => {
    if (!code) throw new Error('The URL is short.');
    const dark = Array.from({ length: code.size ** 2 }, (_, at) =>
      code.isDark(Math.floor(at / code.size), at % code.size),
    );

    const path = qrCodePath(code, 0, 0, code.size);

    const area = [...path.matchAll(/(\S+) (\S+) re/g)].reduce(
      (sum, [, w, h]) => sum + Number(w) * Number(h),
      0,
    );
    expect(area).toBe(dark.filter(Boolean).length);
  });

  test('takes the longest URLs and gives up on longer ones', () => {
    expect(encodeQrCode(`https://a.example/${'x'.repeat(2900)}`)).not.toBeNull();
    expect(encodeQrCode(`https://a.example/${'x'.repeat(3000)}`)).toBeNull();
  });
});
