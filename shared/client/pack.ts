/** Packs the client into a tarball for `npm install`: `npm run client [directory]`, with the working directory as the default. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientCode, clientDeclarations, declarationsEntry } from './build.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const { version, license } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

const work = mkdtempSync(join(tmpdir(), 'client-'));
try {
  const contents = join(work, 'package');
  mkdirSync(contents);
  writeFileSync(join(contents, 'index.js'), clientCode());
  for (const [path, text] of clientDeclarations()) {
    const file = join(contents, 'types', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(contents, 'package.json'), JSON.stringify(manifest(), null, 2));
  copyFileSync(join(repository, 'LICENSE'), join(contents, 'LICENSE'));
  copyFileSync(join(repository, 'shared/client/README.md'), join(contents, 'README.md'));
  const destination = resolve(process.argv[2] ?? '.');
  mkdirSync(destination, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', destination], { cwd: contents, stdio: 'inherit' });
} finally {
  rmSync(work, { recursive: true });
}

function manifest(): object {
  return {
    name: '@document-governance/client',
    version,
    description: 'A typed client of the Document Governance Service.',
    license,
    type: 'module',
    exports: { types: `./types/${declarationsEntry}`, default: './index.js' },
    sideEffects: false,
    // AbortSignal.any exists since Node.js 20.3.
    engines: { node: '>=20.3' },
  };
}
