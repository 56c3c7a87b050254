import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import type { EntryPageContent } from '../../../shared/pdf/entryPage/content.ts';
import { drawEntryPage } from '../../../shared/pdf/entryPage.ts';
import { compact, contentWith, fontsOfTests, readText } from '../../support/files/pdfPages.ts';

const fonts = fontsOfTests();

const draw = (overrides: Partial<EntryPageContent> = {}) => drawEntryPage(contentWith(overrides), fonts);
const textOf = async (overrides: Partial<EntryPageContent>) =>
  (await readText(await draw(overrides))).map((item) => item.text).join(' ');

describe('the content of the page', () => {
  test('has all facts', async () => {
    const content = contentWith();

    const text = await textOf(content);

    expect(text).toContain('Supplier Agreement');
    expect(text).toContain('Master terms for warehousing and delivery.');
    expect(text).toContain('Version 3 20 November 2026');
    expect(text).toContain('Access For members of Fabrikam Holding AG');
    expect(text).toContain('Policies Data retention, 7 years Legal hold');
    expect(compact(text)).toContain(content.serviceUrl);
  });

  test('leaves out missing facts', async () => {
    const text = await textOf({ organizationName: null, access: 'Public', description: null, policies: [] });

    expect(text).not.toMatch(/Fabrikam|Master|Polic|null/);
  });

  test('has the day in UTC', async () => {
    const text = await textOf({ date: '2026-11-20T23:30:00-05:00' });

    expect(text).toContain('21 November 2026');
  });
});

describe('any script', () => {
  test.for([
    ['mixed', '契約書 №1 – Ünïcode 🎉'],
    ['Hindi', 'आपूर्तिकर्ता अनुबंध: नियम और शर्तें'],
    ['Thai', 'สัญญาจัดหาสินค้ากับบริษัท'],
    ['Traditional Chinese', '倉儲與配送服務框架協議'],
    ['emoji', '😀 👨‍👩‍👧 🇩🇪 ❤️'],
  ] as const)('%s can be extracted', async ([_, title]) => {
    const text = await textOf({ title });

    expect(compact(text)).toContain(compact(title));
  });

  test.for(['A', 'ب'])('marks that are not drawn on %s can be extracted', async (letter) => {
    const title = letter + '\u0301\u064e'.repeat(60);

    expect(compact(await textOf({ title })).match(/[\u0301\u064e]/g)).toHaveLength(120);
  });

  test('shows the number of a character without a font', async () => {
    const text = await textOf({ title: 'Plan \ue000\u{1e2c0}' });

    expect(text).toContain('Plan [U+E000][U+1E2C0]');
  });
  test('takes control characters, NUL and lone surrogates', async () => {
    const text = await textOf({ title: 'A\u0000B\ud800C\u0007', description: '\udc00\u001b[31m\u0000' });

    expect(compact(text)).toContain('AB\ufffdC');
  });
});

describe('any length', () => {
  test('shows all 2,000 characters of a description', async () => {
    const description = 'The supplier keeps the goods in dry rooms. '.repeat(47).slice(0, 2000);

    const text = await textOf({ description });

    expect(compact(text)).toContain(compact(description));
  });

  test('text that is too long ends with an ellipsis', async () => {
    const text = await textOf({ description: 'line\n'.repeat(400) });

    expect(text).toMatch(/line ?… Version 3/);
  });

  test('everything is inside A4 and US Letter', async () => {
    const extremes = contentWith({
      title: 'W'.repeat(255),
      description: 'mm\n'.repeat(600),
      organizationName: 'Société générale '.repeat(20),
      policies: Array.from({ length: 9 }, () => ({
        name: 'A policy with a name of more than one line '.repeat(3),
        asks: 'must sign in, must accept a text first, reading until 31 December 2026 at 12:00 UTC, watermark on every page',
      })),
      serviceUrl: `https://documents.example.com/${'x'.repeat(300)}`,
    });

    const items = await readText(await draw(extremes));

    for (const { x, y, width } of items) {
      expect(x).toBeGreaterThan(60);
      expect(x + width).toBeLessThan(595.28 - 60);
      expect(y).toBeGreaterThan(841.89 - 792 + 30);
      expect(y).toBeLessThan(792 - 36);
    }
  });
});

describe('the file', () => {
  test('is one A4 page with title, language, dates and structure', async () => {
    const title = 'Vertrag №1 – 契約書';
    const bytes = await draw({ title });

    const document = await PDFDocument.load(bytes, { updateMetadata: false });

    expect(document.getPageCount()).toBe(1);
    expect(document.getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 });
    expect(document.getTitle()).toBe(title);
    expect(document.getCreationDate()?.toISOString()).toBe('2026-11-20T16:03:00.000Z');
    expect(document.catalog.get(PDFName.of('Lang'))?.toString()).toBe('(en)');
    expect(document.catalog.lookup(PDFName.of('ViewerPreferences'))?.toString()).toContain(
      '/DisplayDocTitle true',
    );
    expect(document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)).toBeDefined();
  });

  test('has a link to the service URL', async () => {
    const serviceUrl = 'https://documents.example.com/d/(1)?a=b&c=%20';
    const bytes = await draw({ serviceUrl });

    const document = await PDFDocument.load(bytes);

    const annotations = document.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray);
    const action = annotations.lookup(0, PDFDict).lookup(PDFName.of('A'), PDFDict);
    const uri = action.lookup(PDFName.of('URI'), PDFHexString);
    expect(Buffer.from(uri.asString(), 'hex').toString('utf8')).toBe(serviceUrl);
  });

  test('has the same bytes each time, and is small, because fonts are subsets', async () => {
    const content = contentWith({ title: 'عقد 契約書 Ünïcode 🎉', description: 'نص عربي' });

    const [once, again] = [await draw(content), await draw(content)];

    expect(Buffer.from(again).equals(Buffer.from(once))).toBe(true);
    expect(once.length).toBeLessThan(60_000);
  });
});
