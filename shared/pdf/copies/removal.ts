import { PDFArray, type PDFContext, PDFDict, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { actionType, harmlessAction } from './actions.ts';
import { type LackedKind, lackedKinds } from './kinds.ts';
import { dictAt, dictOf, elementsAt, entry, nameAt, nameOf, partsOf } from './objects.ts';

/** What was found in a file. */
export interface Found {
  /** The number of files in the file. */
  readonly attachments: number;
  readonly lacks: LackedKind[];
}

/** Entries that hold data without being drawn (ISO 32000-2, 14.5, 12.3.4, 14.13, 8.11.4.5, and the Adobe XFA Specification). */
const hidden: Readonly<Record<string, LackedKind | null>> = {
  PieceInfo: 'private_data',
  Thumb: 'thumbnails',
  AF: null,
  XFA: 'xfa',
  RichMediaContent: 'media',
  RichMediaSettings: 'media',
  Sound: 'media',
  Movie: 'media',
  '3DD': 'media',
  '3DV': null,
  OPI: null,
  Ref: null,
};
/** Entries with actions: of additional actions, and of scripts by name. */
const actionEntries = ['A', 'PA', 'AA', 'OpenAction', 'JavaScript', 'JS', 'Next', 'SE'] as const;
/** A stream with these entries has its bytes in another file (ISO 32000-2, 7.3.8.2). */
const elsewhere = ['F', 'FFilter', 'FDecodeParms'] as const;
const mediaSubtypes = new Set(['Sound', 'Movie', 'Screen', '3D', 'RichMedia']);
const mediaTypes = new Set(['Sound', 'Rendition', 'MediaClip', '3D', '3DRef', 'RichMediaContent']);
/** Annotations that are no notes: media, form fields, links, and what belongs to another annotation. */
const noNotes = new Set([
  ...mediaSubtypes,
  ...['Link', 'Widget', 'Popup', 'TrapNet', 'PrinterMark', 'FileAttachment', 'Watermark'],
]);

/**
 * Removes what is never drawn from everything to which the catalog leads: embedded files, data of programs, media and actions. Harmless
 * links stay. Returns what was found.
 */
export function removeHidden(context: PDFContext): Found {
  const lacks = new Set<LackedKind>();
  const files = new Set<PDFDict>();
  const metadata = entryOfCatalog(context, 'Metadata');
  for (const object of reachable(context)) {
    const dict = dictOf(object);
    if (!dict) continue;
    if (object instanceof PDFStream) for (const key of elsewhere) dict.delete(nameOf(key));
    if (dict.has(nameOf('EF'))) files.add(dict);
    const subtype = nameAt(dict, 'Subtype');
    const type = nameAt(dict, 'Type') ?? '';
    const isAnnotation = type === 'Annot' || dict.has(nameOf('Rect'));
    if (isAnnotation && subtype !== undefined && !noNotes.has(subtype)) lacks.add('notes');
    if (mediaTypes.has(type) || (isAnnotation && mediaSubtypes.has(subtype ?? ''))) lacks.add('media');
    if (elementsAt(dict, 'Fields').length > 0 && isForm(context, dict)) lacks.add('form');
    removeActions(dict, lacks);
    for (const [key, kind] of Object.entries(hidden)) {
      // Elements of the structure tree have references with this name, and they lead to drawn content.
      if (!dict.has(nameOf(key)) || (key === 'Ref' && type === 'StructElem')) continue;
      if (kind) lacks.add(kind);
      dict.delete(nameOf(key));
    }
    if (dict.get(nameOf('Metadata')) !== metadata) dict.delete(nameOf('Metadata'));
  }
  for (const file of files) file.delete(nameOf('EF'));
  return {
    attachments: files.size,
    lacks: lackedKinds.filter((kind) => lacks.has(kind)),
  };
}

const catalogOf = (context: PDFContext): PDFDict | undefined =>
  dictOf(context.lookup(context.trailerInfo.Root));
const entryOfCatalog = (context: PDFContext, key: string) => catalogOf(context)?.get(nameOf(key));
const isForm = (context: PDFContext, dict: PDFDict): boolean => {
  const catalog = catalogOf(context);
  return catalog !== undefined && dictAt(catalog, 'AcroForm') === dict;
};

/** Keeps only the harmless actions of a dictionary. */
function removeActions(dict: PDFDict, lacks: Set<LackedKind>): void {
  for (const key of actionEntries) {
    const value = entry(dict, key);
    if (value === undefined) continue;
    // Attributes of the structure tree have the name `A` too. A destination can stand in the place of an opening action.
    if (value instanceof PDFArray && (key === 'A' || key === 'OpenAction')) continue;
    // Items of an outline name their neighbours so.
    if (key === 'Next' && actionType(dict) === undefined) continue;
    const action = dictOf(value);
    if (key === 'A' && (!action || actionType(action) === undefined)) continue;
    const harmless = action && (key === 'A' || key === 'OpenAction') ? harmlessAction(action) : undefined;
    if (harmless) dict.set(nameOf(key), harmless);
    else if (key === 'SE') dict.delete(nameOf(key));
    else {
      lacks.add('actions');
      dict.delete(nameOf(key));
    }
  }
}

/** Yields all objects to which the catalog, the information and the identifier lead, each once. Reads the parts before it yields. */
function* reachable(context: PDFContext): Generator<PDFObject> {
  const seen = new Set<PDFRef>();
  const { Root, Info, ID } = context.trailerInfo;
  const left: PDFObject[] = [Root, Info, ID].filter((object) => object !== undefined);
  for (let object = left.pop(); object; object = left.pop()) {
    if (object instanceof PDFRef) {
      if (seen.has(object)) continue;
      seen.add(object);
      const found = context.lookup(object);
      if (found) left.push(found);
      continue;
    }
    for (const part of partsOf(object))
      if (
        part instanceof PDFRef ||
        part instanceof PDFArray ||
        part instanceof PDFDict ||
        part instanceof PDFStream
      )
        left.push(part);
    yield object;
  }
}

/**
 * Deletes all objects to which nothing leads, so that nothing of them is written. Writes null for missing objects, since a reference to a
 * missing object means null (ISO 32000-2, 7.3.10). Without it the object numbers have gaps, and poppler takes the file for damaged.
 */
export function removeUnreachable(context: PDFContext): void {
  const reached = new Set<PDFRef>();
  const { Root, Info, ID } = context.trailerInfo;
  const left: PDFObject[] = [Root, Info, ID].filter((object) => object !== undefined);
  for (let object = left.pop(); object; object = left.pop()) {
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue;
      reached.add(object);
      const found = context.lookup(object);
      if (found) left.push(found);
      else if (object.objectNumber < context.largestObjectNumber) context.assign(object, PDFNull);
    } else for (const part of partsOf(object)) left.push(part);
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}
