import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  changeProjects,
  guards,
  isAmong,
  programs,
  projectsThatGuard,
  releaseProjects,
} from '../../suites/projects.ts';
import config from '../../vitest.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const names = Object.keys(releaseProjects);
const configured = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
);

test('each project of the runner belongs to one suite', () => {
  const inSuites = [...changeProjects, ...names.filter((name) => !(name in programs))];
  expect(inSuites.toSorted()).toEqual(configured.map(({ name }) => String(name)).sort());
});

/** The folders with programs of the product, and programs outside of folders, such as `shared/data/` and `infra/stack.ts`. */
const parts = new Set(
  globSync('{functions,infra,shared}/**/*.{ts,tsx}', { cwd: root }).map((file) => {
    const [top, part, ...rest] = file.split('/');
    return `${top}/${part}${rest.length > 0 ? '/' : ''}`;
  }),
);
const guardedPaths = Object.values(releaseProjects).flat();

test('each folder of the product is guarded by a project of the release', () => {
  const unguarded = [...parts].filter((part) => !isAmong(guardedPaths, part));
  expect(unguarded, 'add them to test/suites/projects.ts').toEqual([]);
});

test('each project of the release guards its own tests and programs', () => {
  const files = new Map(Object.entries(programs).map(([name, program]) => [name, [program]]));
  for (const { name, include = [] } of configured) files.set(String(name), globSync(include, { cwd: root }));
  const unguarded = names.flatMap((name) => (files.get(name) ?? []).filter((file) => !guards(name, file)));
  expect(unguarded).toEqual([]);
});

test.for([
  [[], []],
  [['CHANGELOG.md'], []],
  [['infra/host/kms/kms.ts'], ['host', 'processes', 'alarms', 'bench']],
  [
    ['shared/words/de/reading.ts', 'test/fuzz/forms.ts'],
    ['fuzz', 'firefox', 'looks'],
  ],
  [['package-lock.json'], names],
])('changed paths choose the projects: %j', ([paths = [], expected = []]) => {
  expect(projectsThatGuard(paths).toSorted()).toEqual(expected.toSorted());
});

const sharedStage = 'test/support/stages/sharedStage.ts';
/** Modules that open a stage or start a host, with the names of what does so. */
const openers: Readonly<Record<string, RegExp>> = {
  [sharedStage]: /Stage\b/,
  'test/support/stages/stage.ts': /\bopenStage\b/,
  'test/support/stages/stores.ts': /\bopenStores\b/,
  'test/support/service.ts': /\bstartService\b/,
  'assembly-host': /\bstartHost\b/,
};
const statement = /^import (?!type\b)([^;']*?)from '([^']+)'/gm;

const found = new Map<string, boolean>();

/** Returns whether a file of the tests opens a stage of its own, itself or by what it imports. */
function opensStage(file: string, sharesStage: boolean): boolean {
  const key = `${sharesStage} ${file}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  found.set(key, false);
  const opens = [...readFileSync(join(root, file), 'utf8').matchAll(statement)].some(
    ([, names = '', specifier = '']) => {
      const to = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
      if (to === sharedStage && sharesStage) return false;
      return openers[to]?.test(names) || (to.startsWith('test/') && opensStage(to, sharesStage));
    },
  );
  found.set(key, opens);
  return opens;
}

const filesOf = ({ include = [], exclude = [] }: (typeof configured)[number]): string[] =>
  globSync(include, { cwd: root, exclude: [...exclude] }).filter((file) => file.startsWith('test/'));

test('at most 20 files open a stage of their own, because others share the stage of their process', () => {
  const own = configured.flatMap((project) =>
    filesOf(project).filter((file) => opensStage(file, project.env?.SHARES_STAGE === 'true')),
  );
  expect(new Set(own).size, own.join('\n')).toBeLessThanOrEqual(20);
  expect(own).toContain('test/releases/data.test.ts');
});
