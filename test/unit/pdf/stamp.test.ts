import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage } from 'pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { OpenPdf } from '../../../shared/pdf/pdfium/document.ts';
import { frameOf } from '../../../shared/pdf/pdfium/frame.ts';
import { isStamped } from '../../../shared/pdf/pdfium/pageContent.ts';
import { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { stampPdf } from '../../../shared/pdf/pdfium/stamp.ts';
import { compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import type { FramedPage } from '../../../shared/pdf/watermark/overlay.ts';
import type { WatermarkBlock } from '../../../shared/pdf/watermark/watermark.ts';
import { readText } from '../../support/files/pdfPages.ts';

let pdfium: Pdfium;
let block: WatermarkBlock;
beforeAll(async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve(wasmFiles.pdfium.from));
  pdfium = await Pdfium.start(await compileWasm(wasm), 256);
  const pdf = await PDFDocument.create();
  pdf.addPage([600, 100]).drawText('Mia Member', { x: 10, y: 10, size: 90 });
  block = { pdf: await pdf.save(), size: { width: 6, height: 1 }, pointsPerEm: 100 };
});

function framesOf(file: Uint8Array): FramedPage[] {
  const pdf = OpenPdf.open(pdfium, file);
  try {
    return Array.from({ length: pdf.pageCount }, (_, index) => {
      const frame = pdf.withPage(index, (page) => frameOf(pdfium, page));
      if (!frame) throw new Error(`page ${index + 1} is not there`);
      return { objectNumber: index, frame };
    });
  } finally {
    pdf.close();
  }
}

const draws = (page: PDFPage, ...contents: readonly string[]) => {
  const { context } = page.doc;
  const streams = contents.map((content) => context.register(context.stream(content)));
  page.node.set(PDFName.of('Contents'), context.obj(streams));
};

/** Changes of the second of three pages, each of which has a link. */
const pages: Readonly<Record<string, (page: PDFPage) => unknown>> = {
  'an ordinary page': () => undefined,
  'a page turned and cropped': (page) => {
    page.node.set(PDFName.of('Rotate'), page.doc.context.obj(90));
    page.setCropBox(-20, 100, 500, 700);
  },
  'resources from the page tree': (page) => {
    page.node.Parent()?.set(PDFName.of('Resources'), page.node.Resources() ?? page.doc.context.obj({}));
    page.node.delete(PDFName.of('Resources'));
  },
  'no content and no resources': (page) => {
    for (const name of ['Resources', 'Contents']) page.node.delete(PDFName.of(name));
  },
  'a page that is there twice': (page) => page.doc.catalog.insertLeafNode(page.ref, 1),
  'coordinates changed for good': (page) => draws(page, '2 0 0 -2 30 800 cm', '0 0 100 100 re f'),
  'more restored than saved': (page) => draws(page, 'q 0 0 10 10 re f Q Q Q'),
  'two states left open, turned': (page) =>
    draws(page, 'q 0 1 -1 0 300 0 cm q 2 0 0 2 0 0 cm', '0 0 10 10 re f'),
  'two states left open, clipped': (page) => draws(page, 'q 0 0 10 10 re W n q', '0 0 10 10 re f'),
};

test.for(Object.entries(pages))('%s has its watermarks last, complete and in place', async ([, change]) => {
  const made = await PDFDocument.create();
  const { context } = made;
  for (let number = 1; number <= 3; number++) {
    const page = made.addPage([595, 842]);
    page.drawText(`Page ${number}`, { x: 50, y: 780 });
    const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10], Border: [0, 0, 0] };
    page.node.set(PDFName.of('Annots'), context.obj([context.register(context.obj(link))]));
  }
  change(made.getPage(1));
  const file = await made.save();

  const { pdf } = await stampPdf(pdfium, file, block, 3);

  const frames = framesOf(pdf);
  expect(frames).toHaveLength(framesOf(file).length);
  expect(isStamped(pdfium, pdf, frames, block)).toBe(true);
  expect(isStamped(pdfium, file, framesOf(file), block)).toBe(false);
  const texts = (await readText(pdf)).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Page 1', 'Mia Member']));
  const stamped = await PDFDocument.load(pdf);
  expect(stamped.getPages().map(({ node }) => node.Annots()?.size())).toEqual(frames.map(() => 1));
});

test.for([
  ['a list of attachments', () => undefined],
  [
    'a list of attachments, of a file with a page that PDFium has to draw on',
    pages['two states left open, turned'],
  ],
  [
    'what the document is about',
    ({ doc }: PDFPage) => {
      const list = doc.catalog
        .lookup(PDFName.of('Names'), PDFDict)
        .lookup(PDFName.of('EmbeddedFiles'), PDFDict);
      doc.catalog.set(PDFName.of('AF'), doc.context.obj([list.lookup(PDFName.of('Names'), PDFArray).get(1)]));
    },
  ],
] as const)('an attached file is removed completely, if it is in %s', async ([, change]) => {
  const secret = randomBytes(5000);
  const made = await PDFDocument.create();
  for (let number = 1; number <= 2; number++) made.addPage().drawText(`Page ${number}`);
  await made.attach(secret, 'unmarked.pdf');
  await made.flush();
  change?.(made.getPage(1));
  const file = await made.save({ useObjectStreams: false });

  const { pdf, attachments } = await stampPdf(pdfium, file, block, 2);

  expect(attachments).toBe(1);
  expect(pdf.length).toBeLessThan(secret.length);
  expect(isStamped(pdfium, pdf, framesOf(pdf), block)).toBe(true);
});
