import { PDFArray, type PDFContext, type PDFDict, type PDFRef, type PDFStream } from 'pdf-lib';
import { isPlace } from './actions.ts';
import {
  dictAt,
  dictOf,
  elementsAt,
  entry,
  nameAt,
  nameOf,
  numberAt,
  numbersAt,
  operands,
  refAt,
  streamAt,
  textAt,
} from './objects.ts';

/** The flags of annotations (ISO 32000-2, 12.5.3). */
const flags = { invisible: 1, hidden: 2, noView: 32 } as const;
/** The annotations that every reader knows. The flag `invisible` hides the others. */
const standardSubtypes = new Set(
  (
    'Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink ' +
    'FileAttachment Sound Movie Screen Widget PrinterMark TrapNet Watermark 3D Redact Projection RichMedia'
  ).split(' '),
);

/** What the annotations of a page become in a copy. */
export interface Flattened {
  /** Operators that draw the annotations in their order. */
  readonly operators: string[];
  readonly forms: ReadonlyMap<string, PDFRef>;
  /** The layers of annotations, by the names that the operators use. */
  readonly layers: ReadonlyMap<string, PDFRef>;
  readonly links: readonly PDFRef[];
  /** The annotations that exist no longer. */
  readonly removed: readonly PDFRef[];
}

/** Turns the annotations of a page into operators, as far as they are drawn. Only links stay, and draw nothing themselves. */
export function flatten(context: PDFContext, page: PDFDict): Flattened {
  const operators: string[] = [];
  const forms = new Map<string, PDFRef>();
  const layers = new Map<string, PDFRef>();
  const links: PDFRef[] = [];
  const removed: PDFRef[] = [];
  const list = entry(page, 'Annots');
  const refs = list instanceof PDFArray ? list.asArray() : [];
  for (const [index, object] of refs.entries()) {
    const annotation = dictOf(context.lookup(object));
    if (!annotation) continue;
    const drawn = isVisible(annotation) ? drawing(context, annotation, `Annotation${index}`) : undefined;
    if (drawn) {
      const layer = refAt(annotation, 'OC') ?? direct(context, dictAt(annotation, 'OC'));
      if (layer) layers.set(`Layer${index}`, layer);
      operators.push(layer ? `/OC /Layer${index} BDC ${drawn.operators} EMC` : drawn.operators);
      if (drawn.form) forms.set(`Annotation${index}`, drawn.form);
    }
    const link = nameAt(annotation, 'Subtype') === 'Link' ? plainLink(context, annotation) : undefined;
    const ref = 'objectNumber' in object ? (object as PDFRef) : undefined;
    if (link && ref) context.assign(ref, link);
    if (link) links.push(ref ?? context.register(link));
    else if (ref) removed.push(ref);
  }
  return { operators, forms, layers, links, removed };
}

const direct = (context: PDFContext, dict: PDFDict | undefined): PDFRef | undefined =>
  dict && context.register(dict);

function isVisible(annotation: PDFDict): boolean {
  const set = numberAt(annotation, 'F') ?? 0;
  const subtype = nameAt(annotation, 'Subtype') ?? '';
  if ((set & (flags.hidden | flags.noView)) !== 0 || subtype === 'Popup') return false;
  return (set & flags.invisible) === 0 || standardSubtypes.has(subtype);
}

interface Drawing {
  readonly operators: string;
  readonly form?: PDFRef;
}

/** Returns how an annotation is drawn: by its appearance, or, for a link without one, by its border. */
function drawing(context: PDFContext, annotation: PDFDict, name: string): Drawing | undefined {
  const found = appearanceOf(annotation);
  if (!found) return nameAt(annotation, 'Subtype') === 'Link' ? borderOf(annotation) : undefined;
  const matrix = placeOf(annotation, found.stream);
  if (!matrix) return undefined;
  found.stream.dict.set(nameOf('Type'), nameOf('XObject'));
  found.stream.dict.set(nameOf('Subtype'), nameOf('Form'));
  const form = found.ref ?? context.register(found.stream);
  return { operators: `q ${operands(matrix)} cm /${name} Do Q`, form };
}

/** Returns the normal appearance: for buttons, the one of the present state (ISO 32000-2, 12.5.5). */
export function appearanceOf(
  annotation: PDFDict,
): { readonly stream: PDFStream; readonly ref: PDFRef | undefined } | undefined {
  const appearances = dictAt(annotation, 'AP');
  if (!appearances) return undefined;
  const only = streamAt(appearances, 'N');
  if (only) return { stream: only, ref: refAt(appearances, 'N') };
  const states = dictAt(appearances, 'N');
  if (!states) return undefined;
  const parent = dictAt(annotation, 'Parent');
  const value = (dict: PDFDict) => nameAt(dict, 'V') ?? textAt(dict, 'V');
  const state = nameAt(annotation, 'AS') ?? value(annotation) ?? (parent && value(parent));
  const shown = state !== undefined && states.has(nameOf(state)) ? state : 'Off';
  const stream = streamAt(states, shown);
  return stream && { stream, ref: refAt(states, shown) };
}

/**
 * Returns the matrix that places an appearance on its page (ISO 32000-2, 12.5.5, algorithm "appearance streams"): the smallest rectangle
 * around the transformed bounding box becomes the rectangle of the annotation. Undefined if nothing would be seen.
 */
export function placeOf(annotation: PDFDict, { dict: form }: PDFStream): number[] | undefined {
  const box = numbersAt(form, 'BBox', 4);
  const rectangle = numbersAt(annotation, 'Rect', 4);
  if (!box || !rectangle) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersAt(form, 'Matrix', 6) ?? [];
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const across = corners.map(([x]) => x);
  const down = corners.map(([, y]) => y);
  const [left, bottom] = [Math.min(...across), Math.min(...down)];
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - bottom];
  if (!(width > 0 && height > 0)) return undefined;
  const [r0 = 0, r1 = 0, r2 = 0, r3 = 0] = rectangle;
  const [toWidth, toHeight] = [Math.abs(r2 - r0) / width, Math.abs(r3 - r1) / height];
  if (!(toWidth > 0 && toHeight > 0)) return undefined;
  return [toWidth, 0, 0, toHeight, Math.min(r0, r2) - left * toWidth, Math.min(r1, r3) - bottom * toHeight];
}

/** Returns the border of a link. Without any entry about it, PDF readers draw none. */
function borderOf(annotation: PDFDict): Drawing | undefined {
  const style = dictAt(annotation, 'BS');
  const simple = elementsAt(annotation, 'Border');
  const rectangle = numbersAt(annotation, 'Rect', 4);
  if (!rectangle || (!style && simple.length < 3)) return undefined;
  const width = style ? (numberAt(style, 'W') ?? 1) : (numbersAt(annotation, 'Border', 3)?.[2] ?? 0);
  const color = colorOf(annotation);
  if (!(width > 0) || color === undefined) return undefined;
  const [r0 = 0, r1 = 0, r2 = 0, r3 = 0] = rectangle;
  const [left, bottom] = [Math.min(r0, r2) + width / 2, Math.min(r1, r3) + width / 2];
  const [across, up] = [Math.abs(r2 - r0) - width, Math.abs(r3 - r1) - width];
  if (!(across > 0 && up > 0)) return undefined;
  const kind = style && nameAt(style, 'S');
  const dashes = style ? elementsAt(style, 'D') : dashesOf(simple[3]);
  const lengths = dashes.map(Number).filter((length) => Number.isFinite(length) && length >= 0);
  const isDashed = kind === 'D' || (!style && lengths.some((length) => length > 0));
  const dash = isDashed ? `[${operands(lengths.some((length) => length > 0) ? lengths : [3])}] 0 d ` : '';
  const path =
    kind === 'U'
      ? `${operands([left, bottom])} m ${operands([left + across, bottom])} l`
      : `${operands([left, bottom, across, up])} re`;
  return { operators: `q ${color} ${operands([width])} w ${dash}${path} S Q` };
}

const dashesOf = (value: unknown) => (value instanceof PDFArray ? value.asArray() : []);

/** Returns the operator that sets the color of an annotation; undefined if it is transparent. */
function colorOf(annotation: PDFDict): string | undefined {
  const count = elementsAt(annotation, 'C').length;
  if (!(entry(annotation, 'C') instanceof PDFArray)) return '0 G';
  const operator = ({ 1: 'G', 3: 'RG', 4: 'K' } as Readonly<Record<number, string>>)[count];
  const color = numbersAt(annotation, 'C', count);
  return operator && color && `${operands(color)} ${operator}`;
}

/** Returns a link that draws nothing; undefined if it leads nowhere any more. */
function plainLink(context: PDFContext, annotation: PDFDict): PDFDict | undefined {
  const action = dictAt(annotation, 'A');
  const place = annotation.get(nameOf('Dest'));
  if (!action && !isPlace(context.lookup(place))) return undefined;
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0], H: 'N' });
  for (const key of ['Rect', 'QuadPoints', 'Contents', 'F', 'StructParent', 'A'] as const) {
    const value = annotation.get(nameOf(key));
    if (value) link.set(nameOf(key), value);
  }
  if (!action && place) link.set(nameOf('Dest'), place);
  return link;
}
