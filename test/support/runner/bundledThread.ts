import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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
  });
  return outfile;
}
