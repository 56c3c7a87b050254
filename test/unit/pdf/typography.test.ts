import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeQrCode, qrCodePath } from '../../../shared/pdf/document/qrCode.ts';
import { type FontLibrary, openFontLibrary } from '../../../shared/pdf/typography/fontLibrary.ts';
import { guessHanTradition, guessLanguage } from '../../../shared/pdf/typography/languages.ts';
import { findCuts } from '../../../shared/pdf/typography/lineBreaks.ts';
import { type Line, Typesetter } from '../../../shared/pdf/typography/typesetter.ts';
import { temporaryFonts } from './pages.ts';

let fonts: Awaited<ReturnType<typeof temporaryFonts>>;
let library: FontLibrary;
beforeAll(async () => {
  fonts = await temporaryFonts();
  library = await openFontLibrary(fonts.directory);
}, 30_000);
afterAll(() => fonts.remove());

describe('the font directory', () => {
  it('is small enough for a Lambda asset and carries the licences', async () => {
    const files = await readdir(fonts.directory);

    const sizes = await Promise.all(
      files.map(async (file) => (await stat(join(fonts.directory, file))).size),
    );

    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(25_000_000);
    expect(files).toContain('LICENSES.txt');
  });

  it('has a glyph for nearly every character of the first plane', () => {
    const assigned = Array.from({ length: 0xffff }, (_, codePoint) => codePoint).filter(
      (codePoint) => !/[\p{C}\p{Z}]/u.test(String.fromCodePoint(codePoint)),
    );

    const missing = assigned.filter((codePoint) => !library.fonts.some((font) => font.covers(codePoint)));

    expect(missing.length / assigned.length).toBeLessThan(0.01);
  });

  it('says when a directory has no fonts', async () => {
    await expect(openFontLibrary(join(fonts.directory, 'missing'))).rejects.toThrow(/ENOENT/);
  });
});

describe('line breaks', () => {
  const broken = (text: string) => {
    const breaks = findCuts(text).filter((cut) => cut.isBreak);
    return [0, ...breaks.map((cut) => cut.at)]
      .map((at, index) => text.slice(at, breaks[index]?.at))
      .join('|');
  };

  it.each([
    ['words', 'one two  three', 'one |two  |three'],
    ['no-break spaces', '5\u00a0kg of', '5\u00a0kg |of'],
    ['hyphens, not minus signs', 'last-mile at -5', 'last-|mile |at |-5'],
    ['addresses', 'https://a.example/d/doc', 'https://a.example/|d/|doc'],
    ['Japanese punctuation', '「甲」は、乙', '「甲」|は、|乙'],
    ['Thai words', 'สัญญาจัดหา', 'สัญญา|จัดหา'],
    ['Korean words', '물류 서비스', '물류 |서비스'],
    ['emoji sequences', '👨‍👩‍👧👨‍👩‍👧', '👨‍👩‍👧|👨‍👩‍👧'],
  ])('%s', (_, text, expected) => {
    expect(broken(text)).toBe(expected);
  });
});

describe('languages', () => {
  it.each([
    ['業務委託契約と覚え書き', 'ja'],
    ['물류 서비스', 'ko'],
    ['仓储与配送服务协议', 'zh-Hans'],
    ['倉儲與配送服務協議', 'zh-Hant'],
  ])('%s is %s', (text, language) => {
    expect(guessHanTradition(text)).toBe(language);
    expect(guessLanguage(text)).toBe(language);
  });

  it.each([
    ['اتفاقية', 'ar'],
    ['हिन्दी', 'hi'],
    ['Vertrag', null],
    ['123 – 🎉', null],
    ['', null],
  ])('%s is %s', (text, language) => {
    expect(guessLanguage(text)).toBe(language);
  });
});

describe('the typesetter', () => {
  const set = async (text: string, maxWidth = 100, maxLines = 99) =>
    (await Typesetter.create(library, text)).lines(text, 'text', { maxWidth, maxLines });
  const fontsOf = (line: Line | undefined) => line?.runs.map((run) => run.font.record.name) ?? [];

  it('puts right-to-left runs in visual order', async () => {
    const [line] = await set('abc אבג 123');

    const texts = line?.runs.map((run) => run.text.slice(run.glyphs[0]?.cluster, run.end).trim()[0]);

    expect(line?.isRightToLeft).toBe(false);
    expect(texts?.[0]).toBe('a');
    expect(line?.runs.at(-1)?.isRightToLeft).toBe(true);
  });

  it('takes the direction of a paragraph from its first letter, not from an emoji', async () => {
    const [line] = await set('🎉 שלום abc');

    expect(line?.isRightToLeft).toBe(true);
  });

  it('chooses the font of the writing tradition', async () => {
    const [japanese] = await set('契約書の');
    const [simplified] = await set('仓储协议');

    expect(fontsOf(japanese)).toEqual(['NotoSansJP-Regular']);
    expect(fontsOf(simplified)).toEqual(['NotoSansSC-Regular']);
  });

  it('joins Arabic letters', async () => {
    const [line] = await set('سسس');

    const shapes = line?.runs.flatMap((run) => run.glyphs.map((glyph) => glyph.id));

    expect(new Set(shapes).size).toBe(3);
  });

  it('keeps lines within the measure, breaking a word that is longer', async () => {
    const lines = await set('short pneumonoultramicroscopicsilicovolcanoconiosis end', 8);

    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(8);
  });

  it('ends in an ellipsis at the last line allowed', async () => {
    const lines = await set('word '.repeat(100), 10, 2);

    expect(lines).toHaveLength(2);
    expect(lines[1]?.runs.at(-1)?.text.at(-1)).toBe('…');
    expect(lines[1]?.width).toBeLessThanOrEqual(10);
  });
});

describe('the QR code', () => {
  it('has finder patterns in three corners', () => {
    const code = encodeQrCode('https://documents.example.com/d/1');

    const ring = (row: number, column: number) =>
      Array.from({ length: 7 }, (_, at) => code?.isDark(row, column + at) && code.isDark(row + at, column));

    const last = (code?.size ?? 0) - 7;
    expect([ring(0, 0), ring(0, last), ring(last, 0)].flat()).toEqual(Array(21).fill(true));
  });

  it('paints exactly the dark modules', () => {
    const code = encodeQrCode('https://documents.example.com/d/1');
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

  it('takes the longest URLs and gives up on longer ones', () => {
    expect(encodeQrCode(`https://a.example/${'x'.repeat(2900)}`)).not.toBeNull();
    expect(encodeQrCode(`https://a.example/${'x'.repeat(3000)}`)).toBeNull();
  });
});
