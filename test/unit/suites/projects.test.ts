import { globSync } from 'node:fs';
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
