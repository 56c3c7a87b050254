import { inflateSync, constants as zlib } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';

/** The limit for the levels of trees in a file. Real trees have few levels, but a damaged tree can refer to itself. */
export const levelsMax = 64;

export const nameOf = (text: string): PDFName => PDFName.of(text);

/** Returns the value of an entry, with references followed; undefined if there is none. */
export const entry = (dict: PDFDict, key: string): PDFObject | undefined =>
  dict.context.lookup(dict.get(nameOf(key)));

export function dictAt(dict: PDFDict, key: string): PDFDict | undefined {
  const value = entry(dict, key);
  if (value instanceof PDFStream) return value.dict;
  return value instanceof PDFDict ? value : undefined;
}

export function streamAt(dict: PDFDict, key: string): PDFStream | undefined {
  const value = entry(dict, key);
  return value instanceof PDFStream ? value : undefined;
}

/** Returns the elements of an array, with references followed; none if the entry is not an array. */
export function elementsAt(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const value = entry(dict, key);
  return value instanceof PDFArray ? value.asArray().map((element) => dict.context.lookup(element)) : [];
}

/** Returns a name without its slash, or undefined. */
export function nameAt(dict: PDFDict, key: string): string | undefined {
  const value = entry(dict, key);
  return value instanceof PDFName ? value.decodeText() : undefined;
}

export function numberAt(dict: PDFDict, key: string): number | undefined {
  const value = entry(dict, key);
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

/** Returns an array of exactly `count` finite numbers; undefined if the entry is something else. */
export function numbersAt(dict: PDFDict, key: string, count: number): number[] | undefined {
  const values = elementsAt(dict, key).map((value) =>
    value instanceof PDFNumber ? value.asNumber() : Number.NaN,
  );
  return values.length >= count && values.every(Number.isFinite) ? values.slice(0, count) : undefined;
}

export function textAt(dict: PDFDict, key: string): string | undefined {
  const value = entry(dict, key);
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}

/** Returns an entry of a page, also if the page inherits the entry from its page tree. */
export function inherited(page: PDFDict, key: string): PDFObject | undefined {
  let node: PDFDict | undefined = page;
  for (let level = 0; node && level < levelsMax; level++) {
    const found = entry(node, key);
    if (found) return found;
    node = dictAt(node, 'Parent');
  }
  return undefined;
}

/** Returns the dictionary of an object: of a stream, or the object itself. */
export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
}

/** Returns the values to which an object leads directly. */
export function partsOf(object: PDFObject): readonly PDFObject[] {
  if (object instanceof PDFArray) return object.asArray();
  return dictOf(object)?.values() ?? [];
}

/** Returns the numbers for an operator. PDF allows no exponents. */
export const operands = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(6)).join(' ');

/** The largest content of a page. A map with 100,000 lines has 5 MB. */
const decodedMaxBytes = 64 * 2 ** 20;
const inflateOnly = new Set(['/FlateDecode', '/Fl']);

/** Returns the decoded bytes of a stream. Throws for a filter that is not for text, and for damaged bytes. */
export function decoded(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream)) return stream.getContents();
  const { dict, contents } = stream;
  const filter = dict.context.lookup(dict.get(nameOf('Filter')));
  const parameters = entry(dict, 'DecodeParms');
  const isEmpty = !filter || (filter instanceof PDFArray && filter.size() === 0);
  if (isEmpty) return contents;
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  if (!parameters && only instanceof PDFName && inflateOnly.has(only.asString())) {
    try {
      // A stream may be cut: then PDF readers use what there is.
      return inflateSync(contents, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: decodedMaxBytes });
    } catch (error) {
      if (error instanceof RangeError) throw error;
      // pdf-lib also reads some damaged streams.
    }
  }
  return decodePDFRawStream(stream).decode();
}

/** Returns the reference of an entry that is one. */
export function refAt(dict: PDFDict, key: string): PDFRef | undefined {
  const value = dict.get(nameOf(key));
  return value instanceof PDFRef ? value : undefined;
}
