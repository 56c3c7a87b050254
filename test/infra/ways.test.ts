import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { grantedOn, type Partition } from '../../infra/functions/grants.ts';
import type { Way } from '../../shared/reading/ways/way.ts';
import { ways } from '../../shared/reading/ways.ts';
import { specs } from './synthesized.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'shared/reading/ways';

interface Granted {
  readonly partitions: readonly string[];
  readonly asks: readonly string[];
}

/** The parts that exist of the ways into documents. */
interface Parts {
  readonly files: readonly string[];
  readonly rows: readonly Pick<Way, 'name' | 'reads'>[];
  /** The names of the ways with tests. */
  readonly tested: readonly string[];
  /** For each function with the door, the partitions that it may read, and the names of the ways that it asks. */
  readonly granted: ReadonlyMap<string, Granted>;
}

/** Returns what ways lack. A way is a file, a row of the list, the grants for its reads, and its tests. */
const lackedBy = ({ files, rows, tested, granted }: Parts): string[] => [
  ...files.filter((name) => !rows.some((row) => row.name === name)).map((name) => `${name}: row`),
  ...rows.flatMap(({ name, reads }) => [
    ...(files.includes(name) ? [] : [`${name}: file`]),
    ...(tested.includes(name) ? [] : [`${name}: tests`]),
    ...[...granted]
      .filter(([, { asks }]) => asks.includes(name))
      .flatMap(([user, { partitions }]) =>
        reads.filter((one) => !partitions.includes(one)).map((one) => `${name}: grant of ${one} to ${user}`),
      ),
  ]),
];

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
const parts: Parts = {
  files: globSync('*.ts', { cwd: join(repository, folder) })
    .map((file) => basename(file, '.ts'))
    .filter((name) => name !== 'way'),
  rows: ways,
  tested: ways
    .map(({ name }) => name)
    .filter((name) =>
      ['unit', 'integration'].some((kind) =>
        existsSync(join(repository, `test/${kind}/reading/ways/${name}.test.ts`)),
      ),
    ),
  granted,
};

test('the door is in the functions that show documents, and in no others', () => {
  expect([...granted.keys()].sort()).toEqual([
    'acknowledgement',
    'documentPage',
    'generateDocumentEntryPage',
    'getDocument',
    'getDocumentText',
    'getDocumentVersion',
    'getDocumentVersionDownload',
    'listDocumentVersionDetails',
    'listDocumentVersions',
    'pageImage',
    'roomPage',
    'search',
    'versionPage',
  ]);
});

test('each way has its file, its row, its grants and its tests', () => {
  expect(lackedBy(parts)).toEqual([]);
});

test('all functions with the door ask all ways, except that entry pages are not for readers by a room', () => {
  const all = ways.map(({ name }) => name);
  const others = [...granted].filter(([, { asks }]) => asks.length < all.length);

  expect(others.map(([name, { asks }]) => [name, asks])).toEqual([
    ['generateDocumentEntryPage', ['membership', 'share']],
  ]);
});
