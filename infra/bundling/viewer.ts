import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { viewerFolder } from '../../shared/pages/viewer/files.ts';
import { forBrowsers } from './browsers.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * What the library loads when a file needs it: tables of characters, fonts, and decoders of pictures. The interpreter of scripts in PDFs is
 * left out.
 */
const resources = [
  { from: 'cmaps', to: 'cmaps', files: /(\.bcmap|LICENSE)$/ },
  { from: 'standard_fonts', to: 'fonts', files: /(\.(pfb|ttf)|LICENSE_\w+)$/ },
  { from: 'wasm', to: 'wasm', files: /(openjpeg|jbig2|qcms)[^/\\]*\.(wasm|js)$/ },
];

/**
 * Bundles the script of documents' pages into the folder of its function: `viewer.js`, `drawn.js` with the library that draws PDFs, and
 * `worker.js`, the library's thread.
 */
export async function bundleViewer(directory: string): Promise<Metafile> {
  const outdir = join(directory, viewerFolder);
  await mkdir(outdir, { recursive: true });
  const copies = resources.map(({ from, to, files }) =>
    cp(join(library, from), join(outdir, to), {
      recursive: true,
      filter: (path) => path === join(library, from) || files.test(path),
    }),
  );
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [
      { in: 'shared/viewer/main.ts', out: 'viewer' },
      { in: 'shared/viewer/drawn/drawn.ts', out: 'drawn' },
      { in: 'pdfjs-dist/legacy/build/pdf.worker.min.mjs', out: 'worker' },
    ],
    outdir,
    ...forBrowsers,
    metafile: true,
  });
  await Promise.all(copies);
  return metafile;
}
