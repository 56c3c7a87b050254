import { expect, test } from 'vitest';
import { compact } from '../../support/files/pdfPages.ts';
import { rawPage, stream } from '../../support/files/rawPdf.ts';
import { drawingOfTests, inkIn, type Shown } from './drawings.ts';

const { shownPages } = drawingOfTests();

const step = 20;
/** Returns, for each of some places in a row from x 20 on, whether its letter has ink. */
const inkOf = ({ picture }: Shown, count: number, y = 90): boolean[] =>
  Array.from({ length: count }, (_, at) => inkIn(picture, [20 + at * step, y, 36 + at * step, y + 32]) > 0);
const placed = (codes: readonly string[]) =>
  codes.map((code, at) => `1 0 0 1 ${20 + at * step} 100 Tm ${code} Tj`).join(' ');
const drawn = (codes: readonly string[], font = 'F1') => `BT /${font} 20 Tf ${placed(codes)} ET`;

const names = (text: string) =>
  [...text].map(
    (letter) => `/uni${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
const descriptor = (name: string, flags: number) =>
  `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>`;
/** A font that gives the codes from 65 (A) on to the letters of a text. */
const simpleFont = (text: string, type = 'TrueType', name = 'Arial', flags = 32) =>
  `<</Type/Font/Subtype/${type}/BaseFont/${name}/FirstChar 65/LastChar 90/Widths[${'600 '.repeat(26)}]/FontDescriptor ${descriptor(name, flags)}/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[65${names(text).join('')}]>>>>`;
const simpleCodes = (text: string) => [...text].map((_, at) => `(${String.fromCharCode(65 + at)})`);

const hex = (letter: string) => (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
const cmap = (rows: string) =>
  stream(
    '',
    `/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/x def /CMapType 2 def 1 begincodespacerange <0000><FFFF> endcodespacerange ${rows} endcmap end end`,
  );
const cidFont = (toUnicode: boolean) =>
  `<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor('Arial', 32)}/DW 600>>]${toUnicode ? '/ToUnicode 9 0 R' : ''}>>`;

const cyrillic = 'ЖДЪщю';
const samples = { Cyrillic: cyrillic, Hebrew: 'שלםאב', Thai: 'กขคงจ', Devanagari: 'नमसतर' };

test.for(Object.entries(samples))(
  '%s letters of a font that the file only names are drawn',
  async ([, text]) => {
    const kinds = [
      simpleFont(text),
      simpleFont(text, 'Type1', 'Helvetica-Oblique'),
      simpleFont(text, 'Type1', 'Unheard', 4),
    ];
    for (const font of kinds) {
      const [page] = await shownPages(rawPage({ content: drawn(simpleCodes(text)), font }));
      expect(page && [inkOf(page, 5), page.blank], font).toEqual([Array(5).fill(true), '']);
    }
    const codes = [...text].map((letter) => `<${hex(letter)}>`);
    const each = [...text].map((letter, at) => `<${hex(String.fromCodePoint(at + 1))}> <${hex(letter)}>`);
    const files = [
      { codes, rows: '1 beginbfrange <0000><FFFF><0000> endbfrange' },
      {
        codes: codes.map((_, at) => `<${hex(String.fromCodePoint(at + 1))}>`),
        rows: `5 beginbfchar ${each.join('\n')} endbfchar`,
      },
    ].map((kind) =>
      rawPage({ content: drawn(kind.codes), font: cidFont(true), objects: { 9: cmap(kind.rows) } }),
    );
    for (const file of files) {
      const [page] = await shownPages(file);
      expect(page && [inkOf(page, 5), page.blank]).toEqual([Array(5).fill(true), '']);
    }
  },
);

test.for([
  ['a form XObject', { content: '/X Do', resources: '/XObject<</X 8 0 R>>', page: '' }],
  [
    'a comment',
    {
      content: '',
      resources: '',
      page: '/Annots[<</Type/Annot/Subtype/FreeText/Rect[0 0 300 200]/F 4/AP<</N 8 0 R>>>>]',
    },
  ],
] as const)('letters in %s are drawn too', async ([, parts]) => {
  const font = simpleFont(cyrillic);
  const form = stream(
    '/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F1 5 0 R>>>>',
    drawn(simpleCodes(cyrillic)),
  );
  const [page] = await shownPages(rawPage({ ...parts, font, objects: { 8: form } }));
  expect(page && [inkOf(page, 5), compact(page.text), page.blank]).toEqual([
    Array(5).fill(true),
    cyrillic,
    '',
  ]);
});

test('a field gets its missing appearance with these letters', async () => {
  const value = Buffer.from(`\ufeff${cyrillic}`, 'utf16le').swap16().toString('hex');
  const field = `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V<${value}>/DA(/F1 20 Tf 0 g)/Rect[20 90 150 130]/F 4>>`;
  const catalog = '/AcroForm<</Fields[8 0 R]/DR<</Font<</F1 5 0 R>>>>>>';
  const [page] = await shownPages(
    rawPage({ content: '', catalog, page: '/Annots[8 0 R]', objects: { 8: field } }),
  );
  expect(page && [inkIn(page.picture, [20, 90, 120, 130]) > 100, page.text.trim()]).toEqual([true, cyrillic]);
});

test.for([
  ['a letter that no font has', simpleFont('\u{e001}Ж'), simpleCodes('AB')],
  ['codes that the file does not explain', cidFont(false), ['<0241>', '<0242>']],
] as const)('%s is reported', async ([, font, codes]) => {
  const [page] = await shownPages(rawPage({ content: drawn(codes), font }));
  expect(page?.blank).not.toBe('');
});
