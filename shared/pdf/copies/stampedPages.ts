import { type PDFContext, PDFDict, PDFParser, PDFRef, PDFWriter } from 'pdf-lib';
import type { Frame, Matrix } from '../watermark/placements.ts';
import type { WatermarkBlock } from '../watermark/watermark.ts';
import { type Flattened, flatten } from './annotations.ts';
import { deleteOtherPages, replaceCatalog } from './catalog.ts';
import { FeatureReader } from './features.ts';
import { frameOf } from './frame.ts';
import { blocksOn, openMark } from './mark.ts';
import { decoded, dictAt, dictOf, nameOf, numberAt, operands } from './objects.ts';
import { formOfContent, streamsOf } from './pageContent.ts';
import { type Found, removeHidden, removeUnreachable } from './removal.ts';
import { moveStructure } from './structure.ts';

/** A file whose pages have watermarks. */
export interface StampedPages extends Pick<Found, 'attachments' | 'lacks'> {
  readonly pdf: Uint8Array;
  /** The pages on which a PDF reader that does not follow the standard could hide the watermark. The index of the first page is 0. */
  readonly toCheck: readonly number[];
  /** The number of watermarks on each page. They are the last objects of the page. */
  readonly marks: readonly number[];
}

/**
 * Returns a file whose pages have watermarks that nothing else in the file reaches. The old content of each page becomes a form object,
 * which keeps to itself what the content leaves open. Annotations that are drawn come next, as content of the page, and the watermarks come
 * last. Each page has a watermark with fonts of its own. The file has nothing that is not drawn, except links, outline and structure.
 * @param file a file that PDFium wrote, not encrypted
 * @param pages the object numbers of the pages, in their order
 * @throws when pdf-lib cannot read the file, or the content of a page; RangeError for a page that would need too many watermarks
 */
export async function stampPages(
  file: Uint8Array,
  pages: readonly number[],
  block: WatermarkBlock,
): Promise<StampedPages> {
  const context = await PDFParser.forBytesWithOptions(file, Number.POSITIVE_INFINITY).parseDocument();
  const { attachments, lacks } = removeHidden(context);
  const addMark = await openMark(block);
  const features = new FeatureReader();
  const known = new Map<PDFRef, Drawn>();
  const finished: { readonly ref: PDFRef; readonly page: PDFDict }[] = [];
  const toCheck: number[] = [];
  const marks: number[] = [];
  for (const [index, objectNumber] of pages.entries()) {
    const original = PDFRef.of(objectNumber);
    const page = context.lookup(original, PDFDict);
    // A file may contain the same page twice. Each of them becomes a page of its own.
    const again = known.get(original);
    const drawn = again ?? draw(context, page, features);
    known.set(original, drawn);
    if (drawn.isToCheck) toCheck.push(index);
    const places = blocksOn(drawn.frame, block);
    marks.push(places.length);
    const ref = again ? context.nextRef() : original;
    finished.push({ ref, page: newPage(context, page, drawn, { places, form: addMark(context) }) });
  }
  for (const { flattened } of known.values())
    for (const annotation of flattened.removed) context.delete(annotation);
  for (const { ref, page } of finished) context.assign(ref, page);
  const refs = finished.map(({ ref }) => ref);
  deleteOtherPages(context, refs);
  const forms = new Map(Array.from(known, ([ref, { form }]) => [ref, form]));
  moveStructure(context, replaceCatalog(context, refs), forms);
  removeUnreachable(context);
  const pdf = await PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
  return { pdf, toCheck, marks, attachments, lacks };
}

/** What a page draws below its watermarks. */
interface Drawn {
  readonly frame: Frame;
  readonly form: PDFRef;
  readonly flattened: Flattened;
  readonly operators: readonly string[];
  readonly isToCheck: boolean;
}

/** Ends what content can leave open in readers that do not keep it within its form: a path, a clip, and a text object. */
const ended = 'q n BT ET Q';

function draw(context: PDFContext, page: PDFDict, features: FeatureReader): Drawn {
  const frame = frameOf(page);
  const form = formOfContent(context, page, frame);
  const content = dictOf(context.lookup(form)) ?? page;
  const { hasLayers, hasSoftMasks, isTransparent } = features.of(dictAt(content, 'Resources'));
  // In a group, poppler draws thin lines in a faint gray. Without transparency, a group changes nothing else.
  if (!isTransparent) content.delete(nameOf('Group'));
  const flattened = flatten(context, page);
  const operators = [
    '/Content Do',
    ...(hasLayers ? [endsOfSequences(page)] : []),
    ended,
    ...flattened.operators.flatMap((drawn) => [drawn, ended]),
  ];
  return {
    frame,
    form,
    flattened,
    operators,
    isToCheck: hasLayers || hasSoftMasks || flattened.forms.size > 0,
  };
}

/**
 * Returns operators that end all marked content of a page, at least. By the standard, a form cannot leave any open, but for pdf.js a hidden
 * layer that a form begins also hides what comes after the form. Readers ignore an `EMC` without a beginning.
 */
function endsOfSequences(page: PDFDict): string {
  const content = streamsOf(page).map((stream) => Buffer.from(decoded(stream)).toString('latin1'));
  return 'EMC '.repeat(content.join('\n').match(/B[DM]C/g)?.length ?? 0);
}

interface Marks {
  readonly places: readonly Matrix[];
  readonly form: PDFRef;
}

function newPage(context: PDFContext, old: PDFDict, drawn: Drawn, marks: Marks): PDFDict {
  const { frame, form, operators } = drawn;
  const { forms, layers, links } = drawn.flattened;
  const box = [frame.left, frame.bottom, frame.right, frame.top];
  const marked = marks.places.map((place) => `q ${operands(place)} cm /Watermark Do Q`);
  const page = context.obj({
    Type: 'Page',
    // All readers show the same part, which is the part with watermarks.
    MediaBox: box,
    CropBox: box,
    Rotate: frame.quarterTurns * 90,
    Resources: {
      XObject: { Content: form, ...Object.fromEntries(forms), Watermark: marks.form },
      ...(layers.size > 0 && { Properties: Object.fromEntries(layers) }),
    },
    Contents: context.register(context.flateStream([...operators, ...marked].join('\n'))),
    ...(links.length > 0 && { Annots: [...links] }),
  });
  const unit = numberAt(old, 'UserUnit') ?? 0;
  if (unit > 0) page.set(nameOf('UserUnit'), context.obj(unit));
  const order = old.get(nameOf('Tabs'));
  if (order) page.set(nameOf('Tabs'), order);
  return page;
}
