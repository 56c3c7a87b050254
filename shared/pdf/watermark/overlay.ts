import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPageEmbedder,
  PDFParser,
  PDFRef,
  PDFWriter,
} from 'pdf-lib';
import { removeEmbeddedFiles } from './embeddedFiles.ts';
import { type Frame, followedBy, fromShown, type Matrix, placements, shownSize } from './placements.ts';
import type { WatermarkBlock } from './watermark.ts';

/** A page of a file, and the part of the page that PDF readers show (`frame`). */
export interface FramedPage {
  readonly objectNumber: number;
  readonly frame: Frame;
}

const names = {
  contents: PDFName.of('Contents'),
  parent: PDFName.of('Parent'),
  resources: PDFName.of('Resources'),
  xObject: PDFName.of('XObject'),
} as const;

/** The limit for the levels of a page tree. Real page trees have few levels, but a damaged tree can refer to itself. */
const levelsMax = 64;

/** Returns the places of a block's copies on a page, as matrices from the coordinates of the block to those of the page. */
export function blocksOn(frame: Frame, { size, pointsPerEm }: WatermarkBlock): Matrix[] {
  const scale: Matrix = [1 / pointsPerEm, 0, 0, 1 / pointsPerEm, 0, 0];
  const toPage = fromShown(frame);
  return placements(shownSize(frame), size).map((placement) =>
    followedBy(followedBy(scale, placement), toPage),
  );
}

/**
 * Returns a file with watermarks over its pages and without embedded files. The content of each page is put between `q` and `Q` (ISO
 * 32000-1, 8.4.2), so that changes of coordinates in the content do not move the watermarks. Content with unbalanced operators can still
 * move them, so callers must check the places of the watermarks.
 * @param file a file that PDFium wrote, not encrypted
 */
export async function withOverlay(
  file: Uint8Array,
  pages: readonly FramedPage[],
  block: WatermarkBlock,
): Promise<Uint8Array> {
  const context = await PDFParser.forBytesWithOptions(file, Number.POSITIVE_INFINITY).parseDocument();
  const form = await importBlock(context, block);
  const before = context.register(context.stream('q\n'));
  const resourcesWithForm = new Map<PDFDict | undefined, ResourcesWithForm>();
  const drawn = new Map<string, PDFRef>();
  // A file may contain the same page twice.
  for (const { objectNumber, frame } of new Map(pages.map((page) => [page.objectNumber, page])).values()) {
    const page = context.lookup(PDFRef.of(objectNumber), PDFDict);
    const own = inherited(page, names.resources);
    const resources = resourcesWithForm.get(own) ?? addForm(context, own, form);
    resourcesWithForm.set(own, resources);
    const operators = blocksOn(frame, block).map(
      (matrix) => `q ${matrix.map((value) => value.toFixed(6)).join(' ')} cm ${resources.name} Do Q\n`,
    );
    const content = `\nQ\n${operators.join('')}`;
    const after = drawn.get(content) ?? context.register(context.flateStream(content));
    drawn.set(content, after);
    page.set(names.resources, resources.ref);
    page.set(names.contents, context.obj([before, ...contentsOf(page), after]));
  }
  removeEmbeddedFiles(context);
  return PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

async function importBlock(context: PDFContext, { pdf }: WatermarkBlock): Promise<PDFRef> {
  const [page] = (await PDFDocument.load(pdf)).getPages();
  if (!page) throw new Error('the watermark has no page');
  const copied = PDFObjectCopier.for(page.doc.context, context).copy(page.node);
  return (await PDFPageEmbedder.for(copied)).embedIntoContext(context);
}

interface ResourcesWithForm {
  readonly ref: PDFRef;
  /** The name that the form has in the resources. */
  readonly name: PDFName;
}

/**
 * Adds the form to a copy of resources. Pages that share resources also share the copy, because a copy for each page would make large
 * files.
 */
function addForm(context: PDFContext, own: PDFDict | undefined, form: PDFRef): ResourcesWithForm {
  const resources = own?.clone() ?? context.obj({});
  const forms = resources.lookupMaybe(names.xObject, PDFDict)?.clone() ?? context.obj({});
  const name = forms.uniqueKey('Watermark');
  forms.set(name, form);
  resources.set(names.xObject, forms);
  return { ref: context.register(resources), name };
}

function inherited(page: PDFDict, name: PDFName): PDFDict | undefined {
  let node: PDFDict | undefined = page;
  for (let level = 0; node && level < levelsMax; level++) {
    const found: PDFDict | undefined = node.lookupMaybe(name, PDFDict);
    if (found) return found;
    node = node.lookupMaybe(names.parent, PDFDict);
  }
  return undefined;
}

/** Returns references to the content streams of a page, in drawing order. */
function contentsOf(page: PDFDict): PDFRef[] {
  const entry = page.get(names.contents);
  const streams = page.context.lookup(entry);
  const refs = streams instanceof PDFArray ? streams.asArray() : [entry];
  return refs.filter((ref) => ref instanceof PDFRef);
}
