import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../shared/pdf/inspect.ts';
import { looksLikePdf } from '../../../shared/pdf/looksLikePdf.ts';
import { OpenPdf } from '../../../shared/pdf/pdfium/document.ts';
import { UnreadablePdfError } from '../../../shared/pdf/unreadable.ts';
import { pdfFixtures, readFixture } from '../../support/files/fixtures.ts';
import { rawPage } from '../../support/files/rawPdf.ts';
import { startPdfium, pdfiumFile as wasm } from './pdfium.ts';

const ascii = (text: string) => new TextEncoder().encode(text);

test.for([
  ['a header at the start', '%PDF-1.7\n', true],
  ['a header at offset 1024', `${'x'.repeat(1024)}%PDF-`, true],
  ['a header at offset 1025', `${'x'.repeat(1025)}%PDF-`, false],
  ['half a header', '%PDF', false],
  ['an image', '\u0089PNG\r\n', false],
] as const)('a file with %s looks like a PDF: %s', ([_, head, expected]) => {
  expect(looksLikePdf(ascii(head))).toBe(expected);
});

describe('inspectPdf', () => {
  const readable = pdfFixtures.filter((fixture) => fixture.pageCount !== null);
  const unreadable = pdfFixtures.filter((fixture) => fixture.pageCount === null);

  test.for(readable)('opens $file', async ({ file, pageCount, requiresPassword }) => {
    const facts = await inspectPdf(readFixture(file), wasm);
    expect(facts).toEqual({ pageCount, requiresPassword, activeContent: [] });
  });

  test.for(unreadable)('refuses $file', async ({ file }) => {
    const refusal = await inspectPdf(readFixture(file), wasm).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(UnreadablePdfError);
    expect(refusal).toMatchObject({ code: file === 'no-pages.pdf' ? 'no_pages' : 'damaged' });
  });

  test('ends with a result or its own error for a file cut at any place', async () => {
    const bytes = readFixture('object-streams.pdf');
    const cuts = Array.from({ length: 20 }, (_, index) => Math.floor((bytes.length * index) / 20));

    const answers = await Promise.allSettled(cuts.map((cut) => inspectPdf(bytes.slice(0, cut), wasm)));

    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(UnreadablePdfError);
      else expect(answer.value.pageCount).toBeGreaterThan(0);
    }
  });
});

describe('inspectPdf agrees with PDF readers about', () => {
  const plain = Buffer.from(readFixture('plain.pdf')).toString('latin1');
  /** Replaces a part of a file. The new part is made as long as the old one, so that the other objects stay at their offsets. */
  const replaced = (part: RegExp, by: string, text = plain) =>
    text.replace(part, (old) => by.padEnd(old.length));
  const kids = /\/Kids \[[^\]]*\]\s*\/Count \d+|\/Count \d+\s*\/Kids \[[^\]]*\]/;
  const [first = ''] = /\d+ 0 R/.exec(/\/Kids \[([^\]]*)\]/.exec(plain)?.[1] ?? '') ?? [];
  const files: readonly (readonly [string, string, number])[] = [
    ['a list with missing pages at its end', replaced(kids, `/Kids [${first} 70 0 R] /Count 2`), 1],
    ['a count of 1000', plain.replace(/\/Count 2/, '/Count 1000'), 2],
  ];

  test.for(files)('%s', async ([, text, pageCount]) => {
    const facts = await inspectPdf(Buffer.from(text, 'latin1'), wasm);

    expect(facts).toEqual({ pageCount, requiresPassword: false, activeContent: [] });
  });

  test('a trailer without a catalog, which none of them opens', async () => {
    const bytes = Buffer.from(replaced(/\/Root \d+ 0 R/, ''), 'latin1');

    await expect(inspectPdf(bytes, wasm)).rejects.toThrow(UnreadablePdfError);
  });

  test('a file that is encrypted by certificate, with its objects', async () => {
    const facts = await inspectPdf(readFixture('encrypted-by-certificate.pdf'), wasm);

    expect(facts).toEqual({ pageCount: 0, requiresPassword: true, activeContent: [] });
  });
});

describe('inspectPdf finds', () => {
  const link = (entries: object) => async (made: PDFDocument) => {
    const { context } = made;
    const annotation = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], ...entries };
    made.getPage(0).node.addAnnot(context.register(context.obj(annotation as never)));
  };
  const action = (S: string) => link({ A: { S, JS: PDFString.of('a'), F: PDFString.of('a') } });
  const cases: readonly (readonly [string, (made: PDFDocument) => unknown, readonly string[]])[] = [
    ['nothing', () => undefined, []],
    ['no link to an address', link({ A: { S: 'URI', URI: PDFString.of('https://a.example/') } }), []],
    ['a script', action('JavaScript'), ['script']],
    ['a script in an address', link({ A: { S: 'URI', URI: PDFString.of('javascript:a') } }), ['script']],
    ['escaped letters', link({ A: { S: 'URI', URI: PDFString.of('java\\163cri\\pt\\72a') } }), ['script']],
    ['a program to start', action('Launch'), ['launch']],
    ['a form to send', action('SubmitForm'), ['submit']],
    ['data to import', action('ImportData'), ['import']],
    ['another file', action('GoToR'), ['remote']],
    ['a film', action('Rendition'), ['media']],
    [
      'a dynamic form',
      (made) => made.catalog.set(PDFName.of('AcroForm'), made.context.obj({ XFA: PDFString.of('a') })),
      ['xfa'],
    ],
    ['an attached file', (made) => made.attach(ascii('a'), 'a.txt'), ['files']],
  ];

  test.for(cases)('%s', async ([, add, kinds]) => {
    const made = await PDFDocument.create();
    made.addPage().drawText('/JavaScript /Launch');
    await add(made);
    const [plain, packed] = [await made.save({ useObjectStreams: false }), await made.save()];
    const escaped = Buffer.from(plain).toString('latin1').replaceAll('/JavaScript', '/J#61vaScript');
    made.encrypt({ ownerPassword: 'owner' });
    const encrypted = await made.save();

    const files = [packed, Buffer.from(escaped, 'latin1'), encrypted];
    const facts = await Promise.all(files.map((file) => inspectPdf(file, wasm)));

    expect(facts.map(({ activeContent }) => activeContent)).toEqual(files.map(() => kinds));
  });

  test('a script in an encrypted address', async () => {
    const page = '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(javascript:a)>>>>]';
    const pdfium = await startPdfium(64);
    const pdf = OpenPdf.open(pdfium, rawPage({ content: '', page }));
    expect(pdfium.functions.EPDF_SetEncryption(pdf.pointer, '', 'owner', 0)).toBe(true);
    const encrypted = pdf.savedCopy();

    expect(Buffer.from(encrypted).includes('javascript')).toBe(false);
    expect((await inspectPdf(encrypted, wasm)).activeContent).toEqual(['script']);
  });
});
