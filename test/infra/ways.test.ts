import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { grantedOn, type Partition } from '../../infra/functions/grants.ts';
import { ways } from '../../shared/reading/ways.ts';
import { specs } from './synthesized.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'shared/reading/ways';

const sourceOf = new Map(
  globSync('{shared,functions}/**/*.ts', { cwd: repository }).map((file) => [
    file,
    readFileSync(join(repository, file), 'utf8'),
  ]),
);
const importsOf = (file: string): string[] =>
  [...(sourceOf.get(file) ?? '').matchAll(/^(?:import|export) (?!type\b)[^;']*?from '(\.[^']+)'/gm)].map(
    ([, to = '']) => normalize(join(dirname(file), to)),
  );

/** Returns whether a file imports another, directly or not. Imports of types do not count. */
function uses(file: string, other: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return file === other || importsOf(file).some((to) => uses(to, other, seen));
}

/** For each function with the door, the partitions that it may read, and the names of the ways that it asks. */
const granted = new Map(
  [...sourceOf.keys()]
    .filter((file) => file.startsWith('functions/') && uses(file, 'shared/reading/standing.ts'))
    .map((file) => {
      const name = basename(file, '.ts');
      const spec = [...specs].find(([id]) => id === name)?.[1];
      const reads = grantedOn('table', spec?.grants ?? {}).filter(({ action }) => /Get|Query/.test(action));
      const partitions = reads.flatMap(({ partitions = [] }) => partitions as readonly Partition[]);
      const asks = ways.map((way) => way.name).filter((way) => uses(file, `${folder}/${way}.ts`));
      return [name, { partitions, asks }] as const;
    }),
);
test('the door is in the functions that show documents, and in no others', () => {
  const ofDocuments = ['getDocument', 'getDocumentText', 'getDocumentVersion', 'getDocumentVersionDownload'];
  const others = [
    'acknowledgement',
    'documentPage',
    'generateDocumentEntryPage',
    'listDocumentVersionDetails',
  ];
  const more = ['listDocumentVersions', 'pageImage', 'roomPage', 'search', 'versionPage'];

  expect([...granted.keys()].sort()).toEqual([...ofDocuments, ...others, ...more].sort());
});

test('each way has its file, its row and the grants for its reads', () => {
  const files = globSync('*.ts', { cwd: join(repository, folder) }).filter((file) => file !== 'way.ts');

  expect(ways.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
  for (const { name, reads } of ways) {
    for (const [user, { partitions, asks }] of granted)
      if (asks.includes(name)) expect(partitions, user).toEqual(expect.arrayContaining([...reads]));
  }
});

test('all functions with the door ask all ways, except that entry pages are not for readers by a room', () => {
  const all = ways.map(({ name }) => name);
  const others = [...granted].filter(([, { asks }]) => asks.length < all.length);

  expect(others.map(([name, { asks }]) => [name, asks])).toEqual([
    ['generateDocumentEntryPage', ['membership', 'share']],
  ]);
});
