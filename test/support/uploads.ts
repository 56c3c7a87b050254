import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import type { VersionId } from '../../shared/contract/identifiers.ts';
import type { CallRequest } from './callRequest.ts';
import type { Stage } from './stages/stage.ts';

type Size = [width: number, height: number];
const a4: Size = [595, 842];
/** A picture of such a page has a ninth of the pixels of a picture of A4, so it is drawn and stamped several times faster. */
const smallSize: Size = [100, 140];

/** Files by their pages. They are made once, because most tests upload one. */
const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Makes a real PDF with `pages` pages. An attachment that does not compress fills it up to about `minBytes`. */
export async function makePdf({ pages = 1, minBytes = 0, size = a4 } = {}): Promise<Uint8Array<ArrayBuffer>> {
  if (minBytes > 0) return drawPdf(pages, minBytes, size);
  const wanted = `${pages} of ${size}`;
  const file = made.get(wanted) ?? drawPdf(pages, 0, size);
  made.set(wanted, file);
  return Uint8Array.from(await file);
}

/** Makes a PDF for tests of pictures. */
export const makeSmallPdf = (pages = 1): Promise<Uint8Array<ArrayBuffer>> =>
  makePdf({ pages, size: smallSize });

async function drawPdf(pages: number, minBytes: number, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page++)
    pdf.addPage(size).drawText(`Page ${page}`, { x: size[0] / 12, y: size[1] - 62 });
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

/** Uploads a document, which is not processed yet. Resolves with the path that names it. Default: a file of the owner */
export async function uploaded(
  call: Stage['call'],
  fields: Readonly<Record<string, string>> = {},
  by: CallRequest = {},
) {
  const form = uploadForm({ title: 'Offer', ...fields }, await makePdf());
  return { document_id: (await call.createDocument({ ...by, form })).body.id };
}

/** Uploads a document to a stage and processes it. Default: a small file of the owner, with the default fields of the API */
export async function uploadReady(
  { call, takeMessages, invoke }: Pick<Stage, 'call' | 'takeMessages' | 'invoke'>,
  fields: Readonly<Record<string, string>> = {},
  by: CallRequest = {},
  pdf?: Uint8Array<ArrayBuffer>,
) {
  const form = uploadForm({ title: 'Lease', ...fields }, pdf ?? (await makeSmallPdf()));
  const { id } = (await call.createDocument({ ...by, form })).body;
  const [body = ''] = (await takeMessages('processing')).filter((one) => one.includes(id));
  const attributes = { ApproximateReceiveCount: '1' };
  await invoke('processVersion', { Records: [{ messageId: 'message-1', body, attributes }] });
  const { version_id } = JSON.parse(body) as { version_id: VersionId };
  return { id, version_id, path: { document_id: id } };
}
