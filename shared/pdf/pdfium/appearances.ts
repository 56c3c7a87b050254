import type { OpenPdf } from './document.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** `FPDF_ANNOT_*` in fpdf_annot.h. */
const subtypes = { link: 2, popup: 16, widget: 20 } as const;
/** `FPDF_ANNOT_APPEARANCEMODE_NORMAL` in fpdf_annot.h. */
const normal = 0;

/** Makes the appearances of annotations and form fields that have none, as PDF readers do when they draw them. */
export function makeAppearances(pdfium: Pdfium, pdf: OpenPdf): void {
  const { functions } = pdfium;
  for (let index = 0; index < pdf.pageCount; index++) {
    const place = pdf.placeOf(index);
    const count = functions.EPDFPage_GetAnnotCountRaw(pdf.pointer, place);
    for (let at = 0; at < count; at++) {
      const annotation = functions.EPDFPage_GetAnnotRaw(pdf.pointer, place, at);
      if (annotation === 0) continue;
      make(pdfium, annotation);
      functions.FPDFPage_CloseAnnot(annotation);
    }
  }
}

function make({ functions }: Pdfium, annotation: Pointer): void {
  const subtype = functions.FPDFAnnot_GetSubtype(annotation);
  if (subtype === subtypes.link || subtype === subtypes.popup) return;
  if (functions.EPDFAnnot_HasAppearanceStream(annotation, normal)) return;
  if (subtype === subtypes.widget) functions.EPDFAnnot_GenerateFormFieldAP(annotation);
  else functions.EPDFAnnot_GenerateAppearance(annotation);
}
