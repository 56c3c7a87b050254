import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';

/** Files by their number of pages. They are made once, because most tests upload one. */
const made = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

/** Makes a real PDF with `pages` pages. An attachment that does not compress fills it up to about `minBytes`. */
export async function makePdf({ pages = 1, minBytes = 0 } = {}): Promise<Uint8Array<ArrayBuffer>> {
  if (minBytes > 0) return drawPdf(pages, minBytes);
  const file = made.get(pages) ?? drawPdf(pages, 0);
  made.set(pages, file);
  return Uint8Array.from(await file);
}

async function drawPdf(pages: number, minBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page++)
    pdf.addPage([595, 842]).drawText(`Page ${page}`, { x: 50, y: 780 });
  if (minBytes > 0) await pdf.attach(Uint8Array.from(randomBytes(minBytes)), 'filler.bin');
  return Uint8Array.from(await pdf.save());
}

/** Makes a form with the given text fields and a PDF as `payload`; null: without a payload. */
export function uploadForm(
  fields: Readonly<Record<string, string>>,
  payload: Uint8Array<ArrayBuffer> | null,
  fileName = 'contract.pdf',
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (payload) form.append('payload', new Blob([payload], { type: 'application/pdf' }), fileName);
  return form;
}
