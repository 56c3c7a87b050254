import type { OpenPdf } from './document.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** `FPDF_ANNOT_*` in fpdf_annot.h. */
const subtypes = { link: 2, popup: 16, widget: 20 } as const;
/** `FPDF_ANNOT_APPEARANCEMODE_NORMAL` in fpdf_annot.h. */
const normal = 0;

/**
 * Makes the appearances of annotations and form fields that have none, as PDF readers do when they draw them. Those of fields come from the
 * form environment, which also replaces old ones, so that they are the same as in pictures of the pages.
 */
export function makeAppearances(pdfium: Pdfium, pdf: OpenPdf): void {
  const { functions } = pdfium;
  let hasForms = false;
  for (let index = 0; index < pdf.pageCount; index++) {
    let hasField = false;
    forEachAnnotation(pdfium, pdf, index, (_, subtype) => {
      hasField ||= subtype === subtypes.widget;
    });
    if (hasField) {
      if (!hasForms) pdf.openForms(() => undefined);
      hasForms = true;
      pdf.withPage(index, () => undefined);
    }
    forEachAnnotation(pdfium, pdf, index, (annotation, subtype) => {
      if (subtype === subtypes.link || subtype === subtypes.popup) return;
      if (functions.EPDFAnnot_HasAppearanceStream(annotation, normal)) return;
      if (subtype === subtypes.widget) functions.EPDFAnnot_GenerateFormFieldAP(annotation);
      else functions.EPDFAnnot_GenerateAppearance(annotation);
    });
  }
}

/** Calls `work` with each annotation of a page. Does not read the page's content. */
function forEachAnnotation(
  { functions }: Pdfium,
  pdf: OpenPdf,
  index: number,
  work: (annotation: Pointer, subtype: number) => void,
): void {
  const place = pdf.placeOf(index);
  const count = functions.EPDFPage_GetAnnotCountRaw(pdf.pointer, place);
  for (let at = 0; at < count; at++) {
    const annotation = functions.EPDFPage_GetAnnotRaw(pdf.pointer, place, at);
    if (annotation === 0) continue;
    work(annotation, functions.FPDFAnnot_GetSubtype(annotation));
    functions.FPDFPage_CloseAnnot(annotation);
  }
}
