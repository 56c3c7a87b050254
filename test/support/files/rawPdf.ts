const length = (text: string) => Buffer.byteLength(text, 'latin1');

/** Returns a stream object of a PDF. `entries` are further entries of its dictionary. */
export const stream = (entries: string, content: string): string =>
  `<<${entries}/Length ${length(content)}>>\nstream\n${content}\nendstream`;

/**
 * Writes a PDF from its objects, so that a test can have any structure. Object 1 is the catalog. Numbers may be missing.
 * @param objects the text of each object in Latin-1, by number
 */
export function rawPdf(objects: Readonly<Record<number, string>>): Uint8Array<ArrayBuffer> {
  let written = '%PDF-1.7\n';
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  const rows = Array.from({ length: size }, () => '0000000000 65535 f \n');
  for (const [number, object] of Object.entries(objects)) {
    rows[Number(number)] = `${String(length(written)).padStart(10, '0')} 00000 n \n`;
    written += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const start = length(written);
  written += `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(written, 'latin1');
}

const fontObject = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

/** The parts of a page of 300 by 200 points. Objects 1 to 5 are the catalog, the page tree, the page, its content and its font `F1`. */
interface RawPage {
  readonly content: string;
  /** Further entries of the catalog, the page, and the page's resources. */
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  /** Default: Helvetica in WinAnsiEncoding. */
  readonly font?: string;
  /** Further objects, from number 6 on. */
  readonly objects?: Readonly<Record<number, string>>;
}

/** Writes a PDF with one page. */
export const rawPage = ({ content, catalog = '', page = '', resources = '', font, objects }: RawPage) =>
  rawPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${resources}>>${page}>>`,
    4: stream('', content),
    5: font ?? fontObject,
    ...objects,
  });
