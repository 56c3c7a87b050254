import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { wasmFiles } from '../../../shared/pdf/wasm.ts';

const require = createRequire(import.meta.url);

/** Bundles the thread that inspects PDFs as for Lambda, and returns its file. */
export async function bundleInspection(directory: string): Promise<string> {
  const outfile = join(directory, 'inspectPdf.cjs');
  await build({
    entryPoints: [
      fileURLToPath(new URL('../../../functions/workers/inspection/inspectPdf.ts', import.meta.url)),
    ],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    // As in `infra/bundling/bundle.ts`.
    alias: { '@embedpdf/pdfium': require.resolve('@embedpdf/pdfium') },
  });
  const { file, from } = wasmFiles.pdfium;
  await copyFile(require.resolve(from), join(directory, file));
  return outfile;
}
