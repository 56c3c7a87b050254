import type { OpenPage } from './document.ts';
import { type Frame, frameFrom } from './frame.ts';
import type { Pdfium, Pointer } from './pdfium.ts';
import { textOf, utf16 } from './text.ts';

/** Values from fpdf_annot.h (`FPDF_ANNOT_*`), fpdf_formfill.h (`FPDF_FORMFIELD_*`), fpdf_edit.h, and ISO 32000-2, tables 167 and 231. */
const subtypes = { link: 2, popup: 16 } as const;
const fieldTypes = { checkBox: 2, radioButton: 3, comboBox: 4, listBox: 5, text: 6 } as const;
/** Stands for the mark of a checked box, which is often drawn without letters. */
const checked = '\u2611';
const textObject = 1;
const unseen = 0x01 | 0x02 | 0x20; // Invisible, Hidden, NoView
const passwordField = 0x2000;

/**
 * Returns the texts of the annotations that the picture of a page shows: values of form fields, and what comments, stamps, buttons and
 * signatures say. Passwords, hidden annotations, and those that are only printed have no text.
 * @param maxCharacters texts that begin after this many UTF-16 units are left out
 * @param frame the part of the page that readers see
 */
export function annotationTexts(
  pdfium: Pdfium,
  page: OpenPage,
  maxCharacters: number,
  frame: Frame | undefined,
): string[] {
  const { functions } = pdfium;
  const texts: string[] = [];
  const count = functions.FPDFPage_GetAnnotCount(page.pointer);
  for (let index = 0, length = 0; index < count && length < maxCharacters; index++) {
    const annotation = functions.FPDFPage_GetAnnot(page.pointer, index);
    if (annotation === 0) continue;
    const isSeen = !frame || isWithin(pdfium, annotation, frame);
    const text = isSeen ? textOfAnnotation(pdfium, page, annotation, maxCharacters - length).trim() : '';
    functions.FPDFPage_CloseAnnot(annotation);
    if (text === '') continue;
    texts.push(text);
    length += text.length;
  }
  return texts;
}

function isWithin(pdfium: Pdfium, annotation: Pointer, frame: Frame): boolean {
  const place = frameFrom(pdfium, (pointer) => pdfium.functions.FPDFAnnot_GetRect(annotation, pointer));
  return (
    place !== undefined &&
    place.left < frame.right &&
    place.right > frame.left &&
    place.bottom < frame.top &&
    place.top > frame.bottom
  );
}

function textOfAnnotation(pdfium: Pdfium, { form = 0 }: OpenPage, annotation: Pointer, max: number): string {
  const { functions } = pdfium;
  const subtype = functions.FPDFAnnot_GetSubtype(annotation);
  if (subtype === subtypes.link || subtype === subtypes.popup) return '';
  if ((functions.FPDFAnnot_GetFlags(annotation) & unseen) !== 0) return '';
  switch (functions.FPDFAnnot_GetFormFieldType(form, annotation)) {
    case fieldTypes.text:
      if ((functions.FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordField) !== 0) return '';
      return showsText(pdfium, annotation) ? valueOfField(pdfium, form, annotation) : '';
    case fieldTypes.checkBox:
    case fieldTypes.radioButton:
      return functions.FPDFAnnot_IsChecked(form, annotation) ? checked : '';
    case fieldTypes.comboBox:
    case fieldTypes.listBox:
      return showsText(pdfium, annotation) ? choiceOf(pdfium, form, annotation) : '';
    default:
      return textOfAppearance(pdfium, annotation, max);
  }
}

/** Returns whether the appearance has text. A value without it is not in the picture. */
function showsText({ functions }: Pdfium, annotation: Pointer): boolean {
  const count = functions.FPDFAnnot_GetObjectCount(annotation);
  for (let index = 0; index < count; index++) {
    const object = functions.FPDFAnnot_GetObject(annotation, index);
    if (functions.FPDFPageObj_GetType(object) === textObject) return true;
  }
  return false;
}

const valueOfField = (pdfium: Pdfium, form: Pointer, field: Pointer): string =>
  utf16(pdfium, (buffer, length) =>
    pdfium.functions.FPDFAnnot_GetFormFieldValue(form, field, buffer, length),
  );

/** Returns the words of the chosen options. The value may be a code that readers do not see. */
function choiceOf(pdfium: Pdfium, form: Pointer, field: Pointer): string {
  const { functions } = pdfium;
  const count = Math.max(functions.FPDFAnnot_GetOptionCount(form, field), 0);
  const chosen = Array.from({ length: count }, (_, index) => index).filter((index) =>
    functions.FPDFAnnot_IsOptionSelected(form, field, index),
  );
  // In some lists, a person may write a value that is no option.
  if (chosen.length === 0) return valueOfField(pdfium, form, field);
  const labelOf = (index: number) =>
    utf16(pdfium, (buffer, length) => functions.FPDFAnnot_GetOptionLabel(form, field, index, buffer, length));
  return chosen.map(labelOf).join('\n');
}

const textOfAppearance = (pdfium: Pdfium, annotation: Pointer, maxCharacters: number): string =>
  withAppearance(pdfium, annotation, (page) => textOf(pdfium, page, maxCharacters)) ?? '';

/**
 * Calls `work` with a page of another document that has a copy of an annotation's appearance, because PDFium reads text only from pages.
 * Returns undefined for an annotation without appearance.
 */
export function withAppearance<T>(
  { functions }: Pdfium,
  annotation: Pointer,
  work: (page: Pointer) => T,
): T | undefined {
  if (functions.FPDFAnnot_GetObjectCount(annotation) <= 0) return undefined;
  const document = functions.EPDFAnnot_ExportAppearanceAsDocument(annotation);
  if (document === 0) return undefined;
  const page = functions.FPDF_LoadPage(document, 0);
  try {
    return page === 0 ? undefined : work(page);
  } finally {
    if (page !== 0) functions.FPDF_ClosePage(page);
    functions.FPDF_CloseDocument(document);
  }
}
