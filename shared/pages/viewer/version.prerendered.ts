import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../viewer', import.meta.url));
const library = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');

/** A hash of all that the files of the viewer are made of, so that their addresses change when they do. */
const hash = createHash('sha256');
for (const file of globSync('**/*.ts', { cwd: folder }).sort())
  hash.update(`${file}\n${readFileSync(join(folder, file), 'utf8')}`);
hash.update((JSON.parse(readFileSync(library, 'utf8')) as { readonly version: string }).version);

export default hash.digest('hex').slice(0, 12);
