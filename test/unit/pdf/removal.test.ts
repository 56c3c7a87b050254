import { PDFDocument, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { decoded } from '../../../shared/pdf/copies/objects.ts';
import type { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { stampPdf } from '../../../shared/pdf/pdfium/stamp.ts';
import type { WatermarkBlock } from '../../../shared/pdf/watermark/watermark.ts';
import { startPdfium, watermarkOf } from './pdfium.ts';

let pdfium: Pdfium;
let block: WatermarkBlock;
beforeAll(async () => {
  pdfium = await startPdfium(256);
  block = await watermarkOf('Mia Member');
});

/** Returns everything that a copy contains, with all streams decoded. */
async function contentsOf(pdf: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(pdf);
  const parts = context.enumerateIndirectObjects().map(([, object]) => {
    if (!(object instanceof PDFRawStream)) return String(object);
    return `${object.dict} ${Buffer.from(decoded(object)).toString('latin1')}`;
  });
  return parts.join('\n');
}

type Made = PDFDocument;
const name = (text: string) => PDFName.of(text);
const secret = (made: Made, dict = {}) => made.context.register(made.context.stream('SECRET', dict));
const file = (made: Made) =>
  made.context.register(
    made.context.obj({
      Type: 'Filespec',
      F: PDFString.of('a.txt'),
      EF: { F: secret(made, { Type: 'EmbeddedFile' }) },
    }),
  );
const script = (made: Made, S = 'JavaScript') =>
  made.context.obj({
    S,
    JS: PDFString.of('SECRET'),
    F: PDFString.of('SECRET'),
    URI: PDFString.of('javascript:SECRET'),
  });
const onPage = (made: Made, key: string, value: unknown) =>
  made.getPage(0).node.set(name(key), made.context.obj(value as never));
const inCatalog = (made: Made, key: string, value: unknown) =>
  made.catalog.set(name(key), made.context.obj(value as never));
const annotation = (made: Made, entries: object) =>
  made
    .getPage(0)
    .node.addAnnot(
      made.context.register(made.context.obj({ Type: 'Annot', Rect: [0, 0, 50, 50], ...entries })),
    );

const field = (made: Made) =>
  made.context.register(made.context.obj({ FT: 'Tx', T: PDFString.of('t'), AA: { K: script(made) } }));
const hidden = (made: Made) =>
  made.context.register(made.context.obj({ Type: 'Page', MediaBox: [0, 0, 9, 9], Contents: secret(made) }));
const secondAction = (made: Made) => ({ S: 'Named', N: 'NextPage', Next: script(made) });

type Place = readonly [
  what: string,
  add: (made: Made) => unknown,
  lacks: readonly string[],
  attachments?: number,
];
const places: readonly Place[] = [
  ['an attached file', (made) => made.attach(Buffer.from('SECRET'), 'a.txt'), [], 1],
  ['a note', (made) => annotation(made, { Subtype: 'FileAttachment', FS: file(made) }), [], 1],
  ['a sound', (made) => annotation(made, { Subtype: 'Sound', Sound: secret(made) }), ['media']],
  ['data of programs', (made) => onPage(made, 'PieceInfo', { App: secret(made) }), ['private_data']],
  ['data in the catalog', (made) => inCatalog(made, 'PieceInfo', { App: secret(made) }), ['private_data']],
  ['data under unknown names', (made) => inCatalog(made, 'Own', secret(made)), []],
  ['a thumbnail', (made) => onPage(made, 'Thumb', secret(made)), ['thumbnails']],
  ['a dynamic form', (made) => inCatalog(made, 'AcroForm', { Fields: [], XFA: [secret(made)] }), ['xfa']],
  ['a field', (made) => inCatalog(made, 'AcroForm', { Fields: [field(made)] }), ['form', 'actions']],
  ['an object to which nothing leads', (made) => secret(made), []],
  [
    'a page that is not shown',
    (made) => annotation(made, { Subtype: 'Link', Dest: [hidden(made), 'Fit'] }),
    [],
  ],
  ['a script', (made) => inCatalog(made, 'Names', { JavaScript: { Names: [script(made)] } }), ['actions']],
  ['a script at opening', (made) => inCatalog(made, 'OpenAction', script(made)), ['actions']],
  ['a script of a page', (made) => onPage(made, 'AA', { O: script(made) }), ['actions']],
  ...['JavaScript', 'Launch', 'GoToE', 'URI'].map(
    (type): Place => [
      `a link that does ${type}`,
      (made) => annotation(made, { Subtype: 'Link', A: script(made, type) }),
      ['actions'],
    ],
  ),
  ['a second action', (made) => annotation(made, { Subtype: 'Link', A: secondAction(made) }), ['actions']],
];

// Threat: A reader gets a file without the watermark, or with the watermark of another reader
test.for(places)('a copy has nothing of %s', async ([, add, lacks, attachments = 0]) => {
  const made = await PDFDocument.create();
  made.addPage([300, 300]).drawText('Hello');
  await add(made);
  await made.flush();
  const original = await made.save({ useObjectStreams: false });
  expect(await contentsOf(original)).toContain('SECRET');

  const { pdf, ...found } = await stampPdf(pdfium, original, block, 1);

  expect(await contentsOf(pdf)).not.toContain('SECRET');
  expect(found).toMatchObject({ attachments, lacks });
});

test('a copy keeps links, title and language', async () => {
  const made = await PDFDocument.create();
  made.setTitle('Title');
  made.addPage();
  const second = made.addPage();
  annotation(made, { Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('https://a.example/') } });
  annotation(made, { Subtype: 'Link', Dest: [second.ref, 'Fit'] });
  inCatalog(made, 'Lang', PDFString.of('de'));

  const { pdf, lacks } = await stampPdf(pdfium, await made.save(), block, 2);

  expect(lacks).toEqual([]);
  const copy = await PDFDocument.load(pdf, { updateMetadata: false });
  const [first, last] = copy.getPages();
  const links = first?.node.Annots()?.asArray() ?? [];
  expect(links.map((ref) => String(copy.context.lookup(ref)))).toEqual([
    expect.stringContaining('https://a.example/'),
    expect.stringContaining(`${last?.ref}`),
  ]);
  expect([copy.getTitle(), String(copy.catalog.get(name('Lang')))]).toEqual(['Title', '(de)']);
});

test('a copy has no reference to an object that is missing', async () => {
  const made = await PDFDocument.create();
  const missing = [made.context.nextRef(), made.context.nextRef()] as const;
  made.addPage([300, 200]);
  onPage(made, 'Resources', { Font: { F1: missing[0] } });
  made.context.trailerInfo.Info = missing[1];

  const { pdf } = await stampPdf(pdfium, await made.save(), block, 1);

  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const written = new Set(context.enumerateIndirectObjects().map(([ref]) => ref.objectNumber));
  const references = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\b(\d+) 0 R\b/g);
  for (const [, number] of references) expect(written).toContain(Number(number));
});
