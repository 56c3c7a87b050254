import { deflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, type PDFDict, PDFRawStream, type PDFRef, PDFStream } from 'pdf-lib';
import type { Frame } from '../watermark/placements.ts';
import { decoded, dictOf, entry, inherited, levelsMax, nameOf, refAt } from './objects.ts';

/** A low level: content is compressed once for each page, and read rarely. */
const compression = { level: 3 } as const;

/**
 * Makes a form object of a page's content (ISO 32000-2, 8.10). A form keeps to itself what its content leaves open: graphics states, clips,
 * text objects and marked content. Throws if the content cannot be read.
 */
export function formOfContent(
  context: PDFContext,
  page: PDFDict,
  { left, bottom, right, top }: Frame,
): PDFRef {
  const { bytes, filters } = contentOf(page);
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [left, bottom, right, top],
    ...(filters === 'deflated' && { Filter: 'FlateDecode' }),
  });
  if (typeof filters === 'object')
    for (const key of ['Filter', 'DecodeParms'] as const) {
      const value = filters.get(nameOf(key));
      if (value) dict.set(nameOf(key), value);
    }
  // In a form, resources are not inherited from the page tree.
  const own = inherited(page, 'Resources');
  dict.set(nameOf('Resources'), refOfInherited(page) ?? dictOf(own) ?? context.obj({}));
  // The group of a page decides how its content is blended, so it belongs to the content and must not apply to the watermark.
  for (const key of ['Group', 'StructParents'] as const) {
    const value = page.get(nameOf(key));
    if (value) dict.set(nameOf(key), value);
  }
  return context.register(PDFRawStream.of(dict, bytes));
}

/** Pages that share resources also share them in their forms. */
function refOfInherited(page: PDFDict): PDFRef | undefined {
  let node: PDFDict | undefined = page;
  for (let level = 0; node && level < levelsMax; level++) {
    const parent: PDFDict | undefined = dictOf(entry(node, 'Parent'));
    if (node.has(nameOf('Resources'))) return refAt(node, 'Resources');
    node = parent;
  }
  return undefined;
}

interface Content {
  readonly bytes: Uint8Array;
  /** How the bytes are stored: as in the dictionary of a stream, compressed anew, or plain. */
  readonly filters: PDFDict | 'deflated' | 'plain';
}

/** Returns the content of a page. A single stream stays as it is. Several streams become one, because operators can begin and end in any. */
function contentOf(page: PDFDict): Content {
  const found = streamsOf(page);
  const [only] = found;
  if (!only) return { bytes: new Uint8Array(), filters: 'plain' };
  if (found.length === 1) return { bytes: only.getContents(), filters: only.dict };
  const parts = found.flatMap((stream) => [Buffer.from(decoded(stream)), Buffer.from('\n')]);
  return { bytes: deflateSync(Buffer.concat(parts), compression), filters: 'deflated' };
}

/** Returns the content streams of a page, in drawing order. */
export function streamsOf(page: PDFDict): PDFStream[] {
  const value = entry(page, 'Contents');
  const streams =
    value instanceof PDFArray ? value.asArray().map((part) => page.context.lookup(part)) : [value];
  return streams.filter((stream) => stream instanceof PDFStream);
}
