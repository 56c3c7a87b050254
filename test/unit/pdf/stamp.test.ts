import * as fc from 'fast-check';
import { PDFDict, PDFDocument, PDFName, type PDFPage, PDFStream } from 'pdf-lib';
import { getDocument, OPS } from 'unpdf/pdfjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { OpenPdf } from '../../../shared/pdf/pdfium/document.ts';
import { drawPage } from '../../../shared/pdf/pdfium/draw.ts';
import type { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { checkedPagesMax, stampPdf, UnstampedPdfError } from '../../../shared/pdf/pdfium/stamp.ts';
import type { WatermarkBlock } from '../../../shared/pdf/watermark/watermark.ts';
import { pdfFixtures, readFixture } from '../../support/files/fixtures.ts';
import { readText } from '../../support/files/pdfPages.ts';
import { rawPage } from '../../support/files/rawPdf.ts';
import { startPdfium, watermarkOf } from './pdfium.ts';

let pdfium: Pdfium;
let block: WatermarkBlock;
beforeAll(async () => {
  pdfium = await startPdfium(256);
  block = await watermarkOf('Mia Member');
});

const bounds = { maxPixels: 60_000, maxSide: 300, maxPixelsPerInch: 72 };

function drawAll(file: Uint8Array) {
  const pdf = OpenPdf.open(pdfium, file);
  try {
    return Array.from({ length: pdf.pageCount }, (_, index) => {
      const drawn = pdf.withPage(index, (page) => drawPage(pdfium, page, bounds));
      if (!drawn) throw new Error(`page ${index + 1} is not there`);
      return drawn;
    });
  } finally {
    pdf.close();
  }
}

/** Returns, for each page of a copy, how many of nine equal fields differ from the original. */
function markedFields(original: Uint8Array, copy: Uint8Array): number[] {
  const before = drawAll(original);
  return drawAll(copy).map(({ width, height, rgba }, page) => {
    const old = before[page];
    expect([old?.width, old?.height]).toEqual([width, height]);
    const fields = new Set<number>();
    for (let at = 0; at < rgba.length; at++) {
      if (Math.abs((rgba[at] ?? 0) - (old?.rgba[at] ?? 0)) < 16) continue;
      const [x, y] = [Math.floor(at / 4) % width, Math.floor(at / 4 / width)];
      fields.add(Math.floor((x * 3) / width) + 3 * Math.floor((y * 3) / height));
    }
    return fields.size;
  });
}

/** Returns how deep in marked content pdf.js draws the last form of the first page, which is a watermark. */
async function depthOfMark(copy: Uint8Array): Promise<number> {
  const task = getDocument({ data: new Uint8Array(copy), verbosity: 0 });
  try {
    const { fnArray } = await (await (await task.promise).getPage(1)).getOperatorList();
    const mark = fnArray.lastIndexOf(OPS.paintFormXObjectBegin);
    return fnArray.slice(0, mark).reduce((depth, operator) => {
      if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) return depth + 1;
      return operator === OPS.endMarkedContent ? Math.max(depth - 1, 0) : depth;
    }, 0);
  } finally {
    await task.destroy();
  }
}

const name = (text: string) => PDFName.of(text);
const draws = (page: PDFPage, ...contents: readonly string[]) => {
  const { context } = page.doc;
  const streams = contents.map((content) => context.register(context.stream(content)));
  page.node.set(name('Contents'), context.obj(streams));
};

/** A file whose pages can draw transparently (`/G0 gs`, `/Mask gs`), and in a hidden layer (`/OC /hidden BDC`). */
async function makeFile(pages: readonly ((page: PDFPage) => unknown)[]): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  const { context } = made;
  const layer = context.register(context.obj({ Type: 'OCG', Name: 'hidden' }));
  made.catalog.set(name('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer], Order: [layer] } }));
  const nothing = context.register(
    context.stream('', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 1, 1],
      Group: { S: 'Transparency' },
    }),
  );
  const nested = context.register(
    context.stream('/OC /hidden BDC (EMC \\) (EMC) EMC) pop q', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 600, 900],
      Resources: { Properties: { hidden: layer } },
    }),
  );
  for (const [index, change] of pages.entries()) {
    const page = made.addPage([595, 842]);
    page.drawText(`Page ${index + 1}`, { x: 50, y: 780 });
    const resources = page.node.Resources() ?? context.obj({});
    page.node.set(name('Resources'), resources);
    resources.set(
      name('ExtGState'),
      context.obj({ G0: { ca: 0, CA: 0 }, Mask: { SMask: { S: 'Luminosity', G: nothing } } }),
    );
    resources.set(name('Properties'), context.obj({ hidden: layer }));
    resources.set(name('XObject'), context.obj({ Nested: nested }));
    change(page);
  }
  return made.save();
}

function annotate(page: PDFPage, entries: Record<string, unknown>, appearance?: string) {
  const { context } = page.doc;
  const annotation = context.obj({ Type: 'Annot', Rect: [0, 0, 595, 842], ...(entries as object) });
  if (appearance !== undefined) {
    const form = context.stream(appearance, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100] });
    annotation.set(name('AP'), context.obj({ N: context.register(form) }));
  }
  page.node.addAnnot(context.register(annotation));
}

const covering = '1 1 .8 rg 0 0 100 100 re f';
/** Pages that hid the watermark, or moved it. */
const pages: Readonly<Record<string, (page: PDFPage) => unknown>> = {
  'an ordinary page': () => undefined,
  'turned and cropped': (page) => {
    page.node.set(name('Rotate'), page.doc.context.obj(90));
    page.setCropBox(-20, 100, 500, 700);
  },
  'no content and no resources': (page) => {
    for (const key of ['Resources', 'Contents']) page.node.delete(name(key));
  },
  'a page that is there twice': (page) => page.doc.catalog.insertLeafNode(page.ref, 0),
  'a stamp over the page': (page) => annotate(page, { Subtype: 'Stamp', F: 4 }, covering),
  'a button over the page': (page) => annotate(page, { Subtype: 'Widget', FT: 'Btn' }, covering),
  'a link over the page': (page) =>
    annotate(page, { Subtype: 'Link', Dest: [page.ref, 'Fit'], Border: [0, 0, 900] }, covering),
  'a square without an appearance': (page) => annotate(page, { Subtype: 'Square', IC: [1, 0, 0], C: [0] }),
};

/** Pieces of content that leave something open, or close what is not open. */
const pieces = [
  ...['q', 'Q', 'Q Q Q', 'BT', 'ET', 'EMC', '/Span BMC', '/OC /hidden BDC', '/G0 gs', '/Mask gs'],
  ...['/Nested Do', 'BT 7 Tr /F1 1 Tf 1 1 Td (.) Tj', '0 0 10 10 re W n', '2 0 0 -2 30 800 cm'],
  ...['0 0 0 0 0 0 cm', '(open', '<41', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x', '[ 1 2', '<< /A', '3 Tr'],
  ...['1 1 1 rg 0 0 600 900 re f', '}'],
] as const;

describe('each page of a copy shows its watermarks', () => {
  // Threat: A reader gets a file without the watermark, or with the watermark of another reader
  test.for(Object.entries(pages))('%s', async ([, change]) => {
    const file = await makeFile([change, () => undefined]);

    const { pdf } = await stampPdf(pdfium, file, block, 2);

    for (const fields of markedFields(file, pdf)) expect(fields).toBe(9);
    expect(await depthOfMark(pdf)).toBe(0);
    expect((await readText(pdf)).map(({ text }) => text)).toContain('Mia Member');
  });

  // Threat: A reader gets a file without the watermark, or with the watermark of another reader
  test('whatever its content leaves open', async () => {
    const content = fc.array(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 4 }), async (contents) => {
        const file = await makeFile(
          contents.map((streams) => (page) => draws(page, ...streams.map((parts) => parts.join(' ')))),
        );

        const { pdf } = await stampPdf(pdfium, file, block, contents.length);

        for (const fields of markedFields(file, pdf)) expect(fields).toBe(9);
        expect(await depthOfMark(pdf)).toBe(0);
      }),
      { numRuns: 10 },
    );
  });
});

/** Resources of a page with a group, and whether the copy needs the group. */
const grouped: Readonly<Record<string, readonly [resources: object, isKept: boolean]>> = {
  'opaque content': [{ ExtGState: { G: { ca: 1, CA: 1, BM: 'Normal', SMask: 'None' } } }, false],
  'content with an opacity': [{ ExtGState: { G: { ca: 0.5 } } }, true],
  'content with a blend mode': [{ ExtGState: { G: { BM: 'Multiply' } } }, true],
  'a group in a form': [{ Pattern: { P: { Resources: { XObject: { F: { Group: {} } } } } } }, true],
};

// In a group, poppler draws thin lines in a faint gray.
test.for(Object.entries(grouped))('the group of a page: %s', async ([, [resources, isKept]]) => {
  const made = await PDFDocument.create();
  const page = made.addPage([300, 200]);
  draws(page, '0.1 w 20 20 100 40 re S');
  page.node.set(name('Group'), made.context.obj({ S: 'Transparency', CS: 'DeviceRGB' }));
  page.node.set(name('Resources'), made.context.obj(resources as never));

  const { pdf } = await stampPdf(pdfium, await made.save(), block, 1);

  const copy = await PDFDocument.load(pdf);
  const forms = copy.getPage(0).node.Resources()?.lookup(name('XObject'), PDFDict);
  expect(forms?.lookup(name('Content'), PDFStream).dict.has(name('Group'))).toBe(isKept);
});

describe('of a stored file', () => {
  const readable = pdfFixtures.filter(({ pageCount, requiresPassword }) => pageCount && !requiresPassword);
  test.for(readable)('pictures and copies have all pages: $file', async ({ file }) => {
    const pdf = readFixture(file);
    const { pdf: copy } = await stampPdf(pdfium, pdf, block, 2);

    expect(markedFields(pdf, copy)).toEqual([9, 9]);
    const texts = (await readText(copy)).map(({ text }) => text);
    for (const text of ['Page 1', 'Mia Member']) expect(texts.join()).toContain(text);
  });

  test.for(pdfFixtures.filter((fixture) => !readable.includes(fixture)))(
    'there are neither: $file',
    async ({ file, requiresPassword }) => {
      const pdf = readFixture(file);
      const refused = { refusal: requiresPassword ? 'password' : 'damaged' };

      await expect(stampPdf(pdfium, pdf, block, 2)).rejects.toMatchObject(refused);
      expect(() => drawAll(pdf)).toThrow(expect.objectContaining(refused));
    },
  );
});

test('a file whose table has a wrong place for its page gets a copy', async () => {
  const file = Buffer.from(rawPage({ content: 'BT /F1 20 Tf (Here) Tj ET' })).toString('latin1');
  const [, , page = '', content = ''] = file.match(/^\d{10} 00000 n $/gm) ?? [];

  const { pdf } = await stampPdf(pdfium, Buffer.from(file.replace(page, content), 'latin1'), block, 1);

  expect((await readText(pdf)).map(({ text }) => text)).toContain('Here');
});

test('a file with too many pages to check gets no copy', async () => {
  const stamp = (page: PDFPage) => annotate(page, { Subtype: 'Stamp' }, covering);
  const file = await makeFile(Array.from({ length: checkedPagesMax + 1 }, () => stamp));

  await expect(stampPdf(pdfium, file, block, checkedPagesMax + 1)).rejects.toThrow(UnstampedPdfError);
});
