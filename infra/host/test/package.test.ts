import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const folder = dirname(import.meta.dirname);
const { dependencies, devDependencies, optionalDependencies } = manifest;

const statement =
  /^(?:import|export)\b[^;']*?\bfrom '([^.'][^']*)'|\b(?:import|require)\(['`]([^.'`$][^'`]*)/gm;

/** The packages that a file imports, and the packages of its types. */
function packagesOf(file: string): string[] {
  const source = readFileSync(join(folder, file), 'utf8');
  const imported = [...source.matchAll(statement)];
  return imported.flatMap(([, statically, called]) => {
    const specifier = statically ?? called ?? '';
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
    return specifier.startsWith('node:') || builtinModules.includes(name) ? [] : [name];
  });
}

const packagesIn = (files: readonly string[]) => [...new Set(files.flatMap(packagesOf))].sort();
const isTest = (file: string) => file.startsWith('test/') || file === 'vitest.config.ts';
const files = globSync('**/*.ts', { cwd: folder });

test('the host imports only its dependencies, and uses each', () => {
  const types = ['aws-lambda'];
  const imported = packagesIn(files.filter((file) => !isTest(file)));

  expect(imported.filter((name) => !types.includes(name))).toEqual(Object.keys(dependencies).sort());
});

test('the tests of the host import only its dependencies', () => {
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const isKnown = (name: string) => name in all || `@types/${name}` in all;

  expect(packagesIn(files).filter((name) => !isKnown(name))).toEqual([]);
});

test.for(Object.entries(manifest.exports))('the export %s is a module', ([name, target]) => {
  expect(existsSync(join(folder, target))).toBe(true);
  expect(target).toBe(name === '.' ? './host.ts' : `${name}.ts`);
});
