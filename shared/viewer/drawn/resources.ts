import { GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The folder of this script, which has the files of the library too. */
const folder = new URL('.', import.meta.url).href;

interface Wanted {
  readonly kind: 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl';
  readonly filename: string;
}

/** Fetches the library's tables of characters, fonts and decoders. API Gateway decodes binary answers by the `Accept` of a request. */
export class BinaryData {
  readonly #folders = { cMapUrl: 'cmaps/', standardFontDataUrl: 'fonts/', wasmUrl: 'wasm/' };

  async fetch({ kind, filename }: Wanted): Promise<Uint8Array> {
    const response = await fetch(folder + this.#folders[kind] + filename, {
      headers: { Accept: 'application/octet-stream' },
    });
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** The options of the library that name these files. `useWorkerFetch` would fetch without the header. */
export const resources = {
  BinaryDataFactory: BinaryData,
  cMapUrl: `${folder}cmaps/`,
  standardFontDataUrl: `${folder}fonts/`,
  wasmUrl: `${folder}wasm/`,
  useWorkerFetch: false,
  // With fonts of the device, the same file would look different on each.
  useSystemFonts: false,
} as const;

interface ScriptUrls {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/**
 * Starts the thread that reads files, and returns a promise that rejects if it cannot run. The page's policy allows only this address for a script that is made later (Trusted Types).
 */
export function startWorker(): Promise<never> {
  const address = `${folder}worker.js`;
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptUrls };
  const policy = trustedTypes?.createPolicy('viewer', {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError('not the worker');
      return url;
    },
  });
  const worker = new Worker(policy ? policy.createScriptURL(address) : address, { type: 'module' });
  GlobalWorkerOptions.workerPort = worker;
  return new Promise((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(`the worker: ${message}`)));
  });
}
