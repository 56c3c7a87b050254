import { constants, inflateSync } from 'node:zlib';
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
} from 'pdf-lib';

const name = (text: string) => PDFName.of(text);
const nestingMax = 32;
/** An object stream of ordinary files is a few kilobytes long. */
const inflatedMax = 16 * 2 ** 20;

/** The entry with the layers of a file (optional content, ISO 32000-2, 8.11). */
const layers = '/OCProperties';
/** What only files with a hidden layer have: a state `OFF`, a list of such layers that is not empty, or a condition with a negation. */
const hides = /\/OFF(?!\s{0,9}\[\s{0,9}\])|\/AllOff|\/AnyOff|\/VE(?=[\s[])/;
const hidingNames = ['/OFF', '/AllOff', '/AnyOff', '/VE'];

const mayHide = (bytes: Buffer): boolean =>
  hidingNames.some((found) => bytes.includes(found)) && hides.test(bytes.toString('latin1'));

/** Returns whether a file may have hidden layers. Takes milliseconds, and errs on the side of true. */
export function mayHideLayers(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let hasLayers = bytes.includes(layers);
  let hasHidden = mayHide(bytes);
  for (let at = bytes.indexOf('/ObjStm'); at !== -1; at = bytes.indexOf('/ObjStm', at + 1)) {
    const start = bytes.indexOf('stream', at) + 'stream'.length;
    const data = bytes.subarray(bytes[start] === 0x0d ? start + 2 : start + 1);
    try {
      const objects = inflateSync(data, {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: inflatedMax,
      });
      hasLayers ||= objects.includes(layers);
      hasHidden ||= mayHide(objects);
    } catch {
      return true; // It is encrypted, or has another filter.
    }
  }
  return hasLayers && hasHidden;
}

/** Tells which annotations stand on layers that readers do not see, by the rules by which PDFium draws content. */
export class LayerState {
  readonly #document: PDFDocument;
  readonly #properties: PDFDict | undefined;

  private constructor(document: PDFDocument) {
    this.#document = document;
    this.#properties = dictionary(document, document.catalog.get(name('OCProperties')));
  }

  /** @param file a file that is not encrypted */
  static async read(file: Uint8Array): Promise<LayerState> {
    const options = { updateMetadata: false, ignoreEncryption: true, parseSpeed: ParseSpeeds.Fastest };
    return new LayerState(await PDFDocument.load(file, options));
  }

  /**
   * Returns whether an annotation is on a hidden layer.
   * @param page the object number of its page
   * @param index its place among the page's annotations, from 0 on
   */
  isHidden(page: number, index: number): boolean {
    const annotations = dictionary(this.#document, PDFRef.of(page))?.get(name('Annots'));
    const list = this.#document.context.lookup(annotations);
    const annotation = list instanceof PDFArray ? dictionary(this.#document, list.get(index)) : undefined;
    const layers = annotation
      ? [annotation.get(name('OC')), this.#appearanceOf(annotation)?.get(name('OC'))]
      : [];
    return layers.some((layer) => layer !== undefined && !this.#isVisible(layer, 0));
  }

  /** Returns the dictionary of the appearance that readers see. */
  #appearanceOf(annotation: PDFDict): PDFDict | undefined {
    const normal = dictionary(this.#document, annotation.get(name('AP')))?.get(name('N'));
    const found = this.#document.context.lookup(normal);
    if (!(found instanceof PDFDict)) return found instanceof PDFStream ? found.dict : undefined;
    const state = this.#document.context.lookup(found.get(name(nameIn(annotation, 'AS') ?? 'Off')));
    return state instanceof PDFStream ? state.dict : undefined;
  }

  #isVisible(member: PDFObject | undefined, nesting: number): boolean {
    const group = dictionary(this.#document, member);
    if (!group || nesting > nestingMax) return true;
    if (nameIn(group, 'Type') !== 'OCMD') return this.#isOn(group);
    const expression = this.#document.context.lookup(group.get(name('VE')));
    if (expression instanceof PDFArray) return this.#holds(expression, nesting + 1);
    const groups = this.#document.context.lookup(group.get(name('OCGs')));
    if (groups instanceof PDFDict) return this.#isVisible(groups, nesting + 1);
    const members = groups instanceof PDFArray ? groups.asArray() : [];
    const states = members
      .map((each) => dictionary(this.#document, each))
      .filter((each) => each !== undefined)
      .map((each) => this.#isVisible(each, nesting + 1));
    if (states.length === 0) return true;
    switch (nameIn(group, 'P')) {
      case 'AllOn':
        return states.every(Boolean);
      case 'AnyOff':
        return !states.every(Boolean);
      case 'AllOff':
        return !states.some(Boolean);
      default:
        return states.some(Boolean);
    }
  }

  /** Evaluates a visibility expression. */
  #holds(expression: PDFArray, nesting: number): boolean {
    if (nesting > nestingMax) return true;
    const [operator, ...operands] = expression.asArray();
    const values = operands.map((operand) => {
      const found = this.#document.context.lookup(operand);
      return found instanceof PDFArray
        ? this.#holds(found, nesting + 1)
        : this.#isVisible(operand, nesting + 1);
    });
    if (operator === name('Not')) return values[0] !== true;
    return operator === name('And') ? values.every(Boolean) : values.some(Boolean);
  }

  #isOn(group: PDFDict): boolean {
    const usage = dictionary(this.#document, group.get(name('Usage')));
    const view = usage && dictionary(this.#document, usage.get(name('View')));
    const state = view && nameIn(view, 'ViewState');
    if (state) return state !== 'OFF';
    const usual = this.#properties && dictionary(this.#document, this.#properties.get(name('D')));
    if (!usual) return true;
    if (this.#lists(usual, 'OFF', group)) return false;
    return this.#lists(usual, 'ON', group) || nameIn(usual, 'BaseState') !== 'OFF';
  }

  #lists(usual: PDFDict, key: string, group: PDFDict): boolean {
    const list = this.#document.context.lookup(usual.get(name(key)));
    return (
      list instanceof PDFArray && list.asArray().some((each) => dictionary(this.#document, each) === group)
    );
  }
}

function dictionary({ context }: PDFDocument, object: PDFObject | undefined): PDFDict | undefined {
  const found = context.lookup(object);
  return found instanceof PDFDict ? found : undefined;
}

const nameIn = (object: PDFDict, key: string): string | undefined => {
  const value = object.lookup(name(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
};
