import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rules } from '../../shared/contract/resources/rules.ts';
import { tableOfContents } from '../../shared/contract/tableOfContents.ts';
import { namedFiles, sections, sectionsOf, skippedOnStages } from '../conformance/sections.ts';

const cwd = fileURLToPath(new URL('../conformance', import.meta.url));
const files = globSync('*.test.ts', { cwd }).map((file) => basename(file, '.test.ts'));

test('the files that cover sections of the specification, and those that are skipped on stages, exist', () => {
  expect(files).toEqual(expect.arrayContaining([...namedFiles, ...Object.keys(skippedOnStages)]));
});

test('every section of the specification is covered by a file, in order', () => {
  const held = new Set(files.flatMap(sectionsOf));
  expect(sections.filter(([number]) => !held.has(number))).toEqual([]);
  for (const numbers of namedFiles.map(sectionsOf)) {
    const inOrder = sections.map(([number]) => number).filter((number) => numbers.includes(number));
    expect(numbers).toEqual(inOrder);
  }
});

test('every operation and every rule of policies is used by a file besides the table of permissions', () => {
  const sources = [
    ...files.filter((file) => file !== 'permissions').map((file) => `${file}.test.ts`),
    'things.ts',
  ]
    .map((file) => readFileSync(join(cwd, file), 'utf8'))
    .join('\n');
  const names = [...Object.keys(tableOfContents), ...Object.keys(rules.shape)];

  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});
