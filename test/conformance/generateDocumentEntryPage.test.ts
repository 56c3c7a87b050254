import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, processed, processedVersion, upload, uploadVersion } from '../support/documents.ts';

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

/** Returns the file name that current clients use (RFC 6266, section 4.3). */
const fileNameOf = (response: Response): string => {
  const disposition = response.headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/);
  return decodeURIComponent(disposition.slice(disposition.indexOf("''") + 2));
};

test('the URL downloads a PDF for 15 minutes, and only with its signature', async () => {
  const { id } = await upload({ fields: { title: 'Ünïcode (100%) 契約書; really, =1' } });

  const { url, response, bytes } = await entryPage(id);
  const others = [
    await download(url.slice(0, url.indexOf('?'))),
    await download(url.replace(/X-Amz-Signature=./, (match) => `${match.slice(0, -1)}x`)),
    await download(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000')),
  ];

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(fileNameOf(response)).toBe('Ünïcode (100%) 契約書; really, =1 (entry page).pdf');
  expect(bytes.toString('latin1')).toMatch(/^%PDF-/);
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900');
  for (const other of others) expect(other.response.status).toBe(403);
});

test('the file is the same for every caller in the same state, and changes with a title, description or version', async () => {
  const { id: document_id } = await upload();
  await processed(document_id);
  const path = { document_id };

  const first = await entryPage(document_id);
  for (const same of [await entryPage(document_id), await entryPage(document_id, 'member')]) {
    expect(same.storedAs).toBe(first.storedAs);
    expect(same.bytes).toEqual(first.bytes);
  }
  await call.updateDocument({ path, json: { title: 'Renamed' } });
  const renamed = await entryPage(document_id);
  await call.updateDocument({ path, json: { description: 'Described' } });
  const described = await entryPage(document_id);
  await processedVersion(await uploadVersion({ document_id }));
  const versioned = await entryPage(document_id);

  const pages = [first, renamed, described, versioned];
  expect(new Set(pages.map(({ storedAs }) => storedAs)).size).toBe(4);
  expect(new Set(pages.map(({ bytes }) => bytes.toString('latin1'))).size).toBe(4);
  expect((await download(first.url)).bytes).toEqual(first.bytes);
});
