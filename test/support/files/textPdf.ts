import { rawPdf, stream } from './rawPdf.ts';

const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
const code = (index: number): string => (index + 1).toString(16).padStart(4, '0');

/**
 * Returns a PDF with a text on each page; an empty text makes a page without text. The font is only named, and tells the letter of each
 * code. Texts of scripts from right to left are drawn as PDFs draw them: letter by letter from the left, so the last letter comes first.
 */
export function textPdf(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const letters = [...new Set(texts.join(''))];
  const rows = letters.map((letter, index) => `<${code(index)}> <${hex(letter)}>`);
  const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_, block) =>
    rows.slice(block * 100, block * 100 + 100),
  );
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`).join('\n')}
endcmap end end`;
  const firstPage = 7;
  const numbers = texts.map((_, index) => firstPage + 2 * index);
  return rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${texts.length}>>`,
    3: '<</Type/Font/Subtype/Type0/BaseFont/Named/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 6 0 R>>',
    4: '<</Type/Font/Subtype/CIDFontType2/BaseFont/Named/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor 5 0 R>>',
    5: '<</Type/FontDescriptor/FontName/Named/Flags 4/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
    6: stream('', map),
    ...Object.fromEntries(
      texts.flatMap((text, index) => {
        const codes = drawnOrder(text).map((letter) => code(letters.indexOf(letter)));
        const content = text === '' ? '' : `BT /F1 10 Tf 20 100 Td <${codes.join('')}> Tj ET`;
        const number = firstPage + 2 * index;
        return [
          [
            number,
            `<</Type/Page/Parent 2 0 R/MediaBox[0 0 3000 200]/Contents ${number + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
          ],
          [number + 1, stream('', content)],
        ];
      }),
    ),
  });
}

const fromRightToLeft = /^[\p{sc=Arab}\p{sc=Hebr}\u200c\s]+$/u;

const drawnOrder = (text: string): string[] =>
  text !== '' && fromRightToLeft.test(text) ? [...text].reverse() : [...text];
