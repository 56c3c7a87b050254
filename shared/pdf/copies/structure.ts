import { PDFArray, type PDFContext, type PDFDict, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { dictAt, dictOf, entry, nameAt, nameOf, refAt } from './objects.ts';

/**
 * Leads the structure tree to the content of pages where it is now: in a form of each page (ISO 32000-2, 14.7.5.2). Without this, screen
 * readers would find no headings, paragraphs and tables in a copy.
 * @param forms the form of each page
 */
export function moveStructure(
  context: PDFContext,
  catalog: PDFDict,
  forms: ReadonlyMap<PDFRef, PDFRef>,
): void {
  const root = dictAt(catalog, 'StructTreeRoot');
  if (!root) return;
  const seen = new Set<PDFDict>();
  const left: { readonly element: PDFDict; readonly page: PDFRef | undefined }[] = [
    { element: root, page: undefined },
  ];
  for (let item = left.pop(); item; item = left.pop()) {
    const { element } = item;
    if (seen.has(element)) continue;
    seen.add(element);
    const page = refAt(element, 'Pg') ?? item.page;
    const moved = (kid: PDFObject): PDFObject | undefined => {
      const found = kid instanceof PDFRef ? context.lookup(kid) : kid;
      if (found instanceof PDFNumber) return content(context, found, page, forms);
      const dict = dictOf(found);
      if (!dict) return undefined;
      if (nameAt(dict, 'Type') === 'MCR') {
        const form = formOf(refAt(dict, 'Pg') ?? page, forms);
        if (form && !dict.has(nameOf('Stm'))) dict.set(nameOf('Stm'), form);
      } else if (nameAt(dict, 'Type') === 'OBJR') {
        // The annotation may be drawn into the page by now.
        if (!entry(dict, 'Obj')) return undefined;
      } else left.push({ element: dict, page });
      return kid;
    };
    const kids = entry(element, 'K');
    if (kids instanceof PDFArray) {
      const found = kids
        .asArray()
        .map(moved)
        .filter((kid) => kid !== undefined);
      element.set(nameOf('K'), context.obj(found));
    } else if (kids) {
      const found = moved(element.get(nameOf('K')) ?? kids);
      if (found) element.set(nameOf('K'), found);
      else element.delete(nameOf('K'));
    }
  }
}

const formOf = (page: PDFRef | undefined, forms: ReadonlyMap<PDFRef, PDFRef>): PDFRef | undefined =>
  page && forms.get(page);

function content(
  context: PDFContext,
  id: PDFNumber,
  page: PDFRef | undefined,
  forms: ReadonlyMap<PDFRef, PDFRef>,
): PDFObject | undefined {
  const form = formOf(page, forms);
  return page && form && context.obj({ Type: 'MCR', Pg: page, Stm: form, MCID: id });
}
