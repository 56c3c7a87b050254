import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../viewer', import.meta.url));
const require = createRequire(import.meta.url);

/** A hash of all that the files of the viewer are made of, so that their addresses change when they do. */
const hash = createHash('sha256');
for (const file of [
  ...globSync('**/*.ts', { cwd: folder }).sort(),
  // The rules by which words are found.
  ...['places', 'sought', 'tokens'].map((name) => `../search/${name}.ts`),
  ...['findsWord', 'titleSearch'].map((name) => `../text/${name}.ts`),
  '../../infra/bundling/viewer.ts',
  '../../infra/bundling/browsers.ts',
])
  hash.update(`${file}\n${readFileSync(join(folder, file), 'utf8')}`);
for (const name of ['pdfjs-dist', 'esbuild'])
  hash.update((require(`${name}/package.json`) as { readonly version: string }).version);

export default hash.digest('hex').slice(0, 12);
