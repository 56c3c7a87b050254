import { type PDFContext, PDFDict, type PDFRef } from 'pdf-lib';
import { isHarmless } from './addresses.ts';
import { dictAt, dictOf, entry, nameAt, nameOf, textAt } from './objects.ts';

/** What stays of a catalog (ISO 32000-2, 7.7.2). The rest leads to forms, files, scripts, or data of programs. */
const kept = [
  'Lang',
  'MarkInfo',
  'Metadata',
  'OCProperties',
  'Outlines',
  'OutputIntents',
  'OpenAction',
  'PageLabels',
  'PageLayout',
  'PageMode',
  'StructTreeRoot',
  'Dests',
  'ViewerPreferences',
  'Version',
] as const;
const keptInformation = 'Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped'.split(
  ' ',
);
/** A flat list of more pages is slow in some PDF readers. */
const pagesOfNode = 100;

/** Replaces the catalog by one with these pages, and with what else a copy keeps of the old one. */
export function replaceCatalog(context: PDFContext, pages: readonly PDFRef[]): PDFDict {
  const old = dictOf(context.lookup(context.trailerInfo.Root));
  const catalog = context.obj({ Type: 'Catalog', Pages: pageTree(context, pages) });
  if (old) {
    copyEntries(old, catalog, kept);
    const destinations = dictAt(old, 'Names')?.get(nameOf('Dests'));
    if (destinations) catalog.set(nameOf('Names'), context.obj({ Dests: destinations }));
    const base = dictAt(old, 'URI');
    if (base && isHarmless(textAt(base, 'Base') ?? '')) catalog.set(nameOf('URI'), base);
    // Without attachments and layers, there is nothing in their panels.
    if (nameAt(old, 'PageMode') === 'UseAttachments') catalog.delete(nameOf('PageMode'));
  }
  context.trailerInfo.Root = context.register(catalog);
  const information = dictOf(context.lookup(context.trailerInfo.Info));
  if (information) {
    const short = context.obj({});
    copyEntries(information, short, keptInformation);
    context.trailerInfo.Info = context.register(short);
  }
  delete context.trailerInfo.Encrypt;
  return catalog;
}

function copyEntries(from: PDFDict, to: PDFDict, keys: readonly string[]): void {
  for (const key of keys) {
    const value = from.get(nameOf(key));
    if (value) to.set(nameOf(key), value);
  }
}

/** Makes a page tree of two levels, or of one for few pages, and names it in the pages. */
function pageTree(context: PDFContext, pages: readonly PDFRef[]): PDFRef {
  const root = context.nextRef();
  const node = (ref: PDFRef, kids: readonly PDFRef[], count: number, parent?: PDFRef) => {
    context.assign(
      ref,
      context.obj({ Type: 'Pages', Kids: [...kids], Count: count, ...(parent && { Parent: parent }) }),
    );
    for (const kid of kids) dictOf(context.lookup(kid))?.set(nameOf('Parent'), ref);
  };
  if (pages.length <= pagesOfNode) {
    node(root, pages, pages.length);
    return root;
  }
  const nodes: PDFRef[] = [];
  for (let from = 0; from < pages.length; from += pagesOfNode) {
    const kids = pages.slice(from, from + pagesOfNode);
    const ref = context.nextRef();
    node(ref, kids, kids.length, root);
    nodes.push(ref);
  }
  node(root, nodes, pages.length);
  return root;
}

/** Deletes the pages that are not in the page tree. Links and other references to them lead nowhere then. */
export function deleteOtherPages(context: PDFContext, pages: readonly PDFRef[]): void {
  const kept = new Set(pages);
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFDict && !kept.has(ref) && isPage(object)) context.delete(ref);
}

const isPage = (dict: PDFDict): boolean =>
  nameAt(dict, 'Type') === 'Page' ||
  (entry(dict, 'Type') === undefined &&
    dict.has(nameOf('Parent')) &&
    dict.has(nameOf('Contents')) &&
    dict.has(nameOf('MediaBox')));
