import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
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

const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
);
const filesOf = ({ include = [], exclude = [] }: (typeof projects)[number]): string[] =>
  globSync(include, { cwd: root, exclude: [...exclude] }).filter((file) => file.startsWith('test/'));

test('at most 20 files open a stage of their own, because others share the stage of their process', () => {
  const own = projects.flatMap((project) =>
    filesOf(project).filter((file) => opensStage(file, project.env?.SHARES_STAGE === 'true')),
  );
  expect(new Set(own).size, own.join('\n')).toBeLessThanOrEqual(20);
  expect(own).toContain('test/releases/data.test.ts');
});
