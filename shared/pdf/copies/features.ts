import { type PDFDict, PDFRawStream } from 'pdf-lib';
import { decoded, dictAt, dictOf, levelsMax, nameAt, nameOf, numberAt } from './objects.ts';
import { openSequences } from './openContent.ts';

/** What the content of a page uses. PDF readers could hide a watermark because of layers and soft masks. */
export interface Features {
  readonly hasLayers: boolean;
  readonly hasSoftMasks: boolean;
  /** Whether colors can mix, so that the color space of the page's group counts. */
  readonly isTransparent: boolean;
}

const none: Features = { hasLayers: false, hasSoftMasks: false, isTransparent: false };
/** Entries of pictures and forms that have an opacity of their own (ISO 32000-2, 8.9.5 and 11.6.6). */
const groupEntries = ['SMask', 'SMaskInData', 'Group'] as const;
const layerTypes = new Set(['OCG', 'OCMD']);

/** Finds what the contents of a file use. Resources that several pages share are read once. */
export class FeatureReader {
  readonly #known = new Map<PDFDict, Features>();

  /** Returns what content with these resources uses, also in forms, patterns and fonts that it draws. */
  of(resources: PDFDict | undefined, level = 0): Features {
    if (!resources || level > levelsMax) return none;
    const known = this.#known.get(resources);
    if (known) return known;
    // Resources may contain themselves.
    this.#known.set(resources, none);
    let { hasLayers, hasSoftMasks, isTransparent } = none;
    const note = (found: Features) => {
      hasLayers ||= found.hasLayers;
      hasSoftMasks ||= found.hasSoftMasks;
      isTransparent ||= found.isTransparent;
    };
    for (const layer of dictsIn(resources, 'Properties'))
      hasLayers ||= layerTypes.has(nameAt(layer.dict, 'Type') ?? '');
    for (const { dict } of dictsIn(resources, 'ExtGState')) {
      const mask = dictAt(dict, 'SMask');
      hasSoftMasks ||= mask !== undefined;
      isTransparent ||= mask !== undefined || mixesColors(dict);
      const group = mask && dictAt(mask, 'G');
      if (group) note(this.of(dictAt(group, 'Resources'), level + 1));
    }
    for (const key of ['XObject', 'Pattern', 'Font'] as const)
      for (const { dict, stream } of dictsIn(resources, key)) {
        hasLayers ||= dict.has(nameOf('OC'));
        isTransparent ||= groupEntries.some((entry) => dict.has(nameOf(entry)));
        const own = dictAt(dict, 'Resources');
        if (!own) continue;
        const found = this.of(own, level + 1);
        note(found);
        if (found.hasLayers && stream) close(dict, stream);
      }
    const features = { hasLayers, hasSoftMasks, isTransparent };
    this.#known.set(resources, features);
    return features;
  }
}

/** Returns whether a graphics state has an opacity below 1, or a blend mode that is not the normal one (ISO 32000-2, 11.6). */
function mixesColors(state: PDFDict): boolean {
  const isOpaque = (['ca', 'CA'] as const).every((key) => (numberAt(state, key) ?? 1) >= 1);
  return !isOpaque || (state.has(nameOf('BM')) && nameAt(state, 'BM') !== 'Normal');
}

interface Found {
  readonly dict: PDFDict;
  readonly stream: PDFRawStream | undefined;
}

function dictsIn(resources: PDFDict, category: string): Found[] {
  const found = dictAt(resources, category);
  if (!found) return [];
  return found.values().flatMap((object) => {
    const value = resources.context.lookup(object);
    const dict = dictOf(value);
    return dict ? [{ dict, stream: value instanceof PDFRawStream ? value : undefined }] : [];
  });
}

/**
 * Ends the marked content that a form leaves open. By the standard, a form cannot leave anything open, but for pdf.js a hidden layer that a
 * form begins also hides what comes after the form.
 */
function close(dict: PDFDict, stream: PDFRawStream): void {
  const content = decoded(stream);
  const open = openSequences(Buffer.from(content).toString('latin1'));
  if (open === 0) return;
  dict.delete(nameOf('Filter'));
  dict.delete(nameOf('DecodeParms'));
  stream.updateContents(Buffer.concat([content, Buffer.from(`\n${'EMC '.repeat(open)}`)]));
}
