import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { describe, expect } from 'vitest';
import type { Actor } from '../support/client.ts';
import {
  brokenPdf,
  call,
  processed,
  processedVersion,
  readyDocument,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { test } from '../support/test.ts';

const generate = (document_id: string, as: Actor = 'owner') =>
  call.generateDocumentEntryPage({ as, path: { document_id } });

/** Downloads without credentials. */
async function download(url: string) {
  const response = await fetch(url);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function entryPage(document_id: string, as: Actor = 'owner') {
  const url = (await generate(document_id, as)).body.download_url;
  return { url, storedAs: new URL(url).pathname, ...(await download(url)) };
}

/** Returns the targets of the links in a PDF. A URI is ASCII in every notation (ISO 32000-1, 12.6.4.7). */
async function linksOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(bytes);
  return pdf
    .getPages()
    .map((page) => page.node.Annots())
    .flatMap((annotations) => (annotations instanceof PDFArray ? dictionariesOf(annotations) : []))
    .filter((annotation) => annotation.get(PDFName.of('Subtype')) === PDFName.of('Link'))
    .map((link) => link.lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI'), PDFString, PDFHexString))
    .map((uri) => Buffer.from(uri.asBytes()).toString('latin1'));
}

const dictionariesOf = (array: PDFArray): PDFDict[] =>
  Array.from({ length: array.size() }, (_, index) => array.lookup(index, PDFDict));

test('the URL downloads a PDF without credentials, and only with its signature', async () => {
  const { document_id } = await readyDocument();

  const { url, response, bytes } = await entryPage(document_id);
  const unsigned = await download(url.slice(0, url.indexOf('?')));
  const altered = await download(url.replace(/X-Amz-Signature=./, (match) => `${match.slice(0, -1)}x`));

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect([unsigned.response.status, altered.response.status]).toEqual([403, 403]);
});

test('the URL is valid for 15 minutes', async ({ ready: { document_id } }) => {
  const { download_url } = (await generate(document_id)).body;
  const later = await download(download_url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000'));

  expect(new URL(download_url).searchParams.get('X-Amz-Expires')).toBe('900');
  expect(later.response.status).toBe(403);
});

test('the entry page opens, and a link on it leads to the document', async () => {
  const { document, document_id } = await readyDocument();

  const { bytes } = await entryPage(document_id);

  expect(await linksOf(bytes)).toContain(document.service_url);
});

describe('for the same state of a document', () => {
  test('the file is the same for every caller and every request', async () => {
    const { document_id } = await readyDocument();

    const [first, again, other] = [
      await entryPage(document_id),
      await entryPage(document_id),
      await entryPage(document_id, 'member'),
    ];

    expect([again.storedAs, other.storedAs]).toEqual([first.storedAs, first.storedAs]);
    expect([again.bytes, other.bytes]).toEqual([first.bytes, first.bytes]);
  });

  test('the file changes with a new title, description or version', async () => {
    const { document_id } = await readyDocument();
    const path = { document_id };

    const first = await entryPage(document_id);
    await call.updateDocument({ path, json: { title: 'Renamed' } });
    const renamed = await entryPage(document_id);
    await call.updateDocument({ path, json: { description: 'Described' } });
    const described = await entryPage(document_id);
    await processedVersion(await uploadVersion({ document_id }));
    const versioned = await entryPage(document_id);

    const pages = [first, renamed, described, versioned];
    expect(new Set(pages.map(({ storedAs }) => storedAs)).size).toBe(4);
    expect(new Set(pages.map(({ bytes }) => bytes.toString('latin1'))).size).toBe(4);
    expect(renamed.response.headers.get('content-disposition')).toContain('Renamed');
    expect((await download(first.url)).bytes).toEqual(first.bytes);
  });
});

/** Returns the file name that current clients use (RFC 6266, section 4.3). */
const fileNameOf = (response: Response): string => {
  const disposition = response.headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/);
  return decodeURIComponent(disposition.slice(disposition.indexOf("''") + 2));
};

test.for(['契約書 №1 – Ünïcode 🎉', "it's (100%) done; really, =1", 'Plain'])(
  'downloads under the name %s (entry page).pdf',
  async (title) => {
    const { document_id } = await readyDocument({ fields: { title } });

    const { response } = await entryPage(document_id);

    expect(fileNameOf(response)).toBe(`${title} (entry page).pdf`);
  },
);

test('works while the document is processed, and after it failed', async () => {
  const { id } = await upload({ payload: brokenPdf });

  const early = await entryPage(id);
  const failed = await processed(id);
  const late = await entryPage(id);

  expect(failed.processing_status).toBe('failed');
  expect([early.response.status, late.response.status]).toEqual([200, 200]);
});

test('ignores a body', async ({ uploaded: { id } }) => {
  const answer = await call.generateDocumentEntryPage({ path: { document_id: id }, json: { title: 'X' } });

  expect(answer.status).toBe(200);
});
