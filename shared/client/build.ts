import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { release } from '../contract/release.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The first line of the files that the service offers. */
const title = `// The client of the Document Governance Service, release ${release}. MIT licence.\n`;

/** Returns the client as one ES module. `minify`: default true */
export function clientCode({ minify = true } = {}): string {
  const { outputFiles } = buildSync({
    absWorkingDir: repository,
    entryPoints: ['shared/client/index.ts'],
    write: false,
    bundle: true,
    minify,
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** A file of declarations, with its path below `shared/`. */
export type Declarations = readonly [path: string, text: string];

/**
 * Returns the declarations that the client needs, each after those that it imports. The declarations of the contract are left out, because
 * they need zod.
 */
export function clientDeclarations(): readonly Declarations[] {
  const directory = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    execFileSync(
      join(repository, 'node_modules/.bin/tsc'),
      ['-p', 'shared/client', '--outDir', directory, '--tsBuildInfoFile', join(directory, 'info.json')],
      { cwd: repository, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const found = new Map<string, string>();
    const add = (path: string): void => {
      if (found.has(path)) return;
      const text = readFileSync(join(directory, path), 'utf8');
      for (const [, specifier = ''] of text.matchAll(/ from '(\.[^']+)\.ts'/g))
        add(normalize(join(dirname(path), `${specifier}.d.ts`)));
      found.set(path, text);
    };
    add(declarationsEntry);
    return [...found];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const declarationsEntry = 'client/index.d.ts';

const declared = /^export (?:declare )?(?:const|function|class|type|interface) (\w+)/gm;
const namesIn = (text = ''): string[] => [...text.matchAll(declared)].map(([, name = '']) => name);

/** The compiler writes each import and each export from another file in one line. */
const importsAnother = (line: string): boolean =>
  /^(?:import|export) /.test(line) && / from '[^']+';$/.test(line);

/** Returns the names that a line such as `export type { A, B } from './a.ts';` exports. */
function exportedBy(line: string, texts: ReadonlyMap<string, string>): string[] {
  const [before = '', file = ''] = line.split(" from './");
  const isType = before.startsWith('export type');
  const names = before.endsWith('*')
    ? namesIn(texts.get(`client/${file.replace(".ts';", '.d.ts')}`))
    : before
        .slice(before.indexOf('{') + 1, before.indexOf('}'))
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
  return names.map((name) => (isType ? `type ${name}` : name));
}

/** Returns the declarations as one module with the exports of the entry. */
function joined(files: readonly Declarations[]): string {
  const texts = new Map(files);
  const exported = (texts.get(declarationsEntry) ?? '')
    .split('\n')
    .filter(importsAnother)
    .flatMap((line) => exportedBy(line, texts));
  const lines = files
    .filter(([path]) => path !== declarationsEntry)
    .flatMap(([, text]) => text.split('\n'))
    .filter((line) => line !== '' && line !== 'export {};' && !importsAnother(line))
    .map((line) => line.replace(/^export /, ''));
  return `${lines.join('\n')}\nexport { ${[...new Set(exported)].join(', ')} };\n`;
}

/** The files of the client that the service offers, by their names. */
export const clientFiles = (): { readonly 'client.mjs': string; readonly 'client.d.mts': string } => ({
  'client.mjs': title + clientCode({ minify: false }),
  'client.d.mts': title + joined(clientDeclarations()),
});
