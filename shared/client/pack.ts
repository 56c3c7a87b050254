/** Packs the client into a tarball for `npm install`: `npm run client [directory]`, with the working directory as the default. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const { version, license } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

const work = mkdtempSync(join(tmpdir(), 'client-'));
try {
  const contents = join(work, 'package');
  bundle(join(contents, 'index.js'));
  declare('client/index.d.ts', join(contents, 'types'));
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
    exports: { types: './types/client/index.d.ts', default: './index.js' },
    sideEffects: false,
    // AbortSignal.any exists since Node.js 20.3.
    engines: { node: '>=20.3' },
  };
}

function bundle(outfile: string): void {
  buildSync({
    absWorkingDir: repository,
    entryPoints: ['shared/client/index.ts'],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
  });
}

/** Writes the declarations that `entry` needs. The declarations of the contract are left out, because they need zod. */
function declare(entry: string, directory: string): void {
  const all = join(work, 'declarations');
  execFileSync(join(repository, 'node_modules/.bin/tsc'), ['-p', 'shared/client', '--outDir', all], {
    cwd: repository,
    stdio: 'inherit',
  });
  const needed = new Set([entry]);
  for (const file of needed) {
    const text = readFileSync(join(all, file), 'utf8');
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
    for (const [, specifier = ''] of text.matchAll(/ from '(\.[^']+)\.ts'/g))
      needed.add(`${join(dirname(file), specifier)}.d.ts`);
  }
}
