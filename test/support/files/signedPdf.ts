import { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import {
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { generate } from 'selfsigned';

/** Space for a signature with its certificate. */
const signatureBytes = 4096;
/** More digits than any offset in these files has. */
const offsetDigits = 10;
const placeholder = Number('9'.repeat(offsetDigits));

/** Makes a PDF of one page with a digital signature and a new certificate (ISO 32000-1, 12.8). */
export async function makeSignedPdf(): Promise<Uint8Array<ArrayBuffer>> {
  const file = Uint8Array.from(await withEmptySignature());
  const bytes = Buffer.from(file.buffer);
  const start = bytes.indexOf('<', bytes.indexOf('/Contents', bytes.indexOf('/ByteRange')));
  const end = start + 1 + 2 * signatureBytes + 1;
  const range = [0, start, end, file.length - end];
  const places = new RegExp(`(?<=/ByteRange \\[[^\\]]*)${placeholder}`, 'g');
  const found = [...bytes.toString('latin1').matchAll(places)];
  for (const [index, { index: at }] of found.entries())
    bytes.write(String(range[index + 1]).padEnd(offsetDigits), at, 'latin1');
  const signature = await sign(signedParts(file, range));
  bytes.write(Buffer.from(signature).toString('hex'), start + 1, 'latin1');
  return file;
}

/** Returns whether a file is unchanged since it was signed; undefined for a file without a signature. */
export async function isAsSigned(file: Uint8Array): Promise<boolean | undefined> {
  const text = Buffer.from(file).toString('latin1');
  const range = /\/ByteRange\s*\[([^\]]+)\]/.exec(text)?.[1]?.trim().split(/\s+/).map(Number);
  const signature = /\/Contents\s*<([0-9A-Fa-f]+)>/.exec(text)?.[1];
  if (!range || !signature) return undefined;
  const signed = ContentInfo.fromBER(Buffer.from(signature, 'hex'));
  const data = signedParts(file, range);
  return new SignedData({ schema: signed.content })
    .verify({ signer: 0, data, checkChain: false })
    .catch(() => false);
}

async function withEmptySignature(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText('Page 1', { x: 50, y: 780 });
  const { context } = pdf;
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'adbe.pkcs7.detached',
      ByteRange: [0, placeholder, placeholder, placeholder].map((offset) => PDFNumber.of(offset)),
      Contents: PDFHexString.of('0'.repeat(2 * signatureBytes)),
      M: PDFString.fromDate(new Date()),
    }),
  );
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('Signature'),
      Rect: [0, 0, 0, 0],
      V: signature,
      P: page.ref,
      F: 132,
    }),
  );
  page.node.set(PDFName.of('Annots'), context.obj([field]));
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ SigFlags: 3, Fields: [field] }));
  return pdf.save({ useObjectStreams: false });
}

/** Returns the signed parts of a file: all except the signature. */
function signedParts(file: Uint8Array, range: readonly number[]): ArrayBuffer {
  const [first = 0, firstLength = 0, second = 0, secondLength = 0] = range;
  const parts = [file.subarray(first, first + firstLength), file.subarray(second, second + secondLength)];
  return Uint8Array.from(Buffer.concat(parts)).buffer;
}

async function sign(data: ArrayBuffer): Promise<ArrayBuffer> {
  const pem = await generate([{ name: 'commonName', value: 'Sam Signer' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const der = (text: string) => Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('pkcs8', der(pem.private), algorithm, false, ['sign']);
  const certificate = Certificate.fromBER(der(pem.cert));
  const { issuer, serialNumber } = certificate;
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    signerInfos: [new SignerInfo({ version: 1, sid: new IssuerAndSerialNumber({ issuer, serialNumber }) })],
    certificates: [certificate],
  });
  await signed.sign(key, 0, 'SHA-256', data);
  const content = signed.toSchema(true);
  return new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content }).toSchema().toBER();
}
