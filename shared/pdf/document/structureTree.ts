import { type PDFContext, PDFHexString, type PDFRef, PDFString } from 'pdf-lib';

/** A rectangle in points, from the lower left corner of the page. */
export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** The attributes of an element. */
export interface ElementOptions {
  /** The language as a BCP 47 tag, if it is not the language of the document. */
  readonly language?: string | null;
  /** The text that replaces content without text, such as a figure. */
  readonly alternative?: string;
  /** The place of a figure on the page. */
  readonly box?: Rectangle;
}

interface Element {
  readonly type: string;
  readonly options: ElementOptions;
  readonly page: PDFRef;
  readonly contentId: number;
  readonly reference: PDFRef;
  readonly annotations: PDFRef[];
}

/** The logical structure of one page (ISO 32000-1, 14.7). Screen readers read the page in this structure. */
export class StructureTree {
  readonly #context: PDFContext;
  readonly #elements: Element[] = [];
  readonly #annotationParents: PDFRef[] = [];

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Adds an element, and returns the id of the element's marked content. */
  addContent(page: PDFRef, type: string, options: ElementOptions): number {
    const contentId = this.#elements.length;
    const reference = this.#context.nextRef();
    this.#elements.push({ type, options, page, contentId, reference, annotations: [] });
    return contentId;
  }

  /** Adds an annotation to the latest element, and returns the annotation's key in the parent tree. */
  addAnnotation(annotation: PDFRef): number {
    const element = this.#elements.at(-1);
    if (!element) throw new Error('An annotation needs an element before it.');
    element.annotations.push(annotation);
    this.#annotationParents.push(element.reference);
    return this.#annotationParents.length; // 0 is the key of the page
  }

  /** Writes all elements, and returns a reference to the root. */
  write(): PDFRef {
    const context = this.#context;
    const root = context.nextRef();
    const document = context.nextRef();
    for (const element of this.#elements) {
      const objects = element.annotations.map((annotation) => ({
        Type: 'OBJR',
        Obj: annotation,
        Pg: element.page,
      }));
      context.assign(
        element.reference,
        context.obj({
          Type: 'StructElem',
          S: element.type,
          P: document,
          Pg: element.page,
          ...this.#attributes(element.options),
          K: [element.contentId, ...objects],
        }),
      );
    }
    const references = this.#elements.map((element) => element.reference);
    context.assign(document, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: references }));
    const parents = this.#annotationParents.flatMap((parent, index) => [index + 1, parent]);
    const parentTree = context.register(context.obj({ Nums: [0, references, ...parents] }));
    const nextKey = this.#annotationParents.length + 1;
    context.assign(
      root,
      context.obj({
        Type: 'StructTreeRoot',
        K: document,
        ParentTree: parentTree,
        ParentTreeNextKey: nextKey,
      }),
    );
    return root;
  }

  #attributes({ language, alternative, box }: ElementOptions) {
    const edges = box && [box.left, box.bottom, box.left + box.width, box.bottom + box.height];
    return {
      ...(language && { Lang: PDFString.of(language) }),
      ...(alternative && { Alt: PDFHexString.fromText(alternative) }),
      ...(edges && { A: { O: 'Layout', Placement: 'Block', BBox: edges } }),
    };
  }
}
