import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRef,
  PDFStream,
  PDFWriter,
} from 'pdf-lib';

/** The entry of a file specification that contains an embedded file (ISO 32000-1, 7.11.3). */
const embeddedFile = PDFName.of('EF');

/** Returns a file without its embedded files. `file` must be a file that PDFium wrote, and must not be encrypted. */
export async function withoutEmbeddedFiles(file: Uint8Array): Promise<Uint8Array> {
  const context = await PDFParser.forBytesWithOptions(file, Number.POSITIVE_INFINITY).parseDocument();
  removeEmbeddedFiles(context);
  return PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

/**
 * Removes all embedded files, and all objects to which no reference leads. PDFium itself only removes an attachment from the list, and
 * still writes the content of the attachment.
 */
export function removeEmbeddedFiles(context: PDFContext): void {
  const reached = new Set<PDFRef>();
  const { Root, Info, ID } = context.trailerInfo;
  const left: PDFObject[] = [Root, Info, ID].filter((object) => object !== undefined);
  for (let object = left.pop(); object; object = left.pop()) {
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue;
      reached.add(object);
      const found = context.lookup(object);
      if (found) left.push(found);
    } else left.push(...partsOf(object));
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}

function partsOf(object: PDFObject): readonly PDFObject[] {
  if (object instanceof PDFArray) return object.asArray();
  if (object instanceof PDFStream) return object.dict.values();
  if (!(object instanceof PDFDict)) return [];
  object.delete(embeddedFile);
  return object.values();
}
