import { expect, inject, test } from 'vitest';
import { readyDocument } from '../support/documents.ts';

const { base_url } = inject('credentials');

/** Returns the address of the script on the page of a document. */
async function scriptAddress(): Promise<string> {
  const { document_id } = await readyDocument({ fields: { access_level: 'public' } });
  const page = await fetch(`${base_url}/d/${document_id}`, { headers: { Accept: 'text/html' } });
  const [path = ''] = /\/viewer\/[0-9a-f]{12}\/viewer\.js/.exec(await page.text()) ?? [];
  return base_url + path;
}

test('the files of the viewer can be kept, and decoders are binary', async () => {
  const script = await scriptAddress();
  const files: readonly (readonly [string, string, string])[] = [
    ['viewer.js', '*/*', 'text/javascript; charset=utf-8'],
    ['worker.js', '*/*', 'text/javascript; charset=utf-8'],
    ['wasm/openjpeg.wasm', 'application/octet-stream', 'application/octet-stream'],
    ['cmaps/UniJIS-UCS2-H.bcmap', 'application/octet-stream', 'application/octet-stream'],
  ];
  for (const [name, accept, type] of files) {
    const response = await fetch(script.replace('viewer.js', name), { headers: { Accept: accept } });
    expect([name, response.status, response.headers.get('Content-Type')]).toEqual([name, 200, type]);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (name.endsWith('.wasm')) expect([...bytes.slice(0, 4)]).toEqual([0, 0x61, 0x73, 0x6d]);
  }
});

test('other addresses have no file, and lead out of no folder', async () => {
  const script = await scriptAddress();
  for (const address of [
    script.replace('viewer.js', 'nothing.js'),
    script.replace('viewer.js', '..%2Findex.cjs'),
    script.replace('viewer.js', '%2E%2E/index.cjs'),
    script.replace('viewer.js', 'cmaps/..%2F..%2Findex.cjs'),
    script.replace('viewer.js', 'cmaps'),
  ]) {
    const response = await fetch(address);
    expect([address, response.status]).toEqual([address, 404]);
    expect(response.headers.get('Cache-Control')).not.toContain('immutable');
  }
});
