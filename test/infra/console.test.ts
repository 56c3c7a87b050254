import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { bundleConsole } from '../../infra/bundling/console.ts';
import type { ConsoleManifest } from '../../shared/pages/console/files.ts';
import { directoryOfTests } from '../support/ownDirectory.ts';

const directory = directoryOfTests();
let inputs: readonly string[];
let manifest: ConsoleManifest;

beforeAll(async () => {
  inputs = Object.keys((await bundleConsole(directory)).inputs);
  manifest = JSON.parse(readFileSync(join(directory, 'console.json'), 'utf8'));
});

const sizeOf = (name: string) => gzipSync(readFileSync(join(directory, 'assets', name))).length;

/** A page of the console loads at most this much, compressed. */
const maxBytes = 85_000;

/** What screens load that are needed only now and then: a script, and words of one language. */
const maxLaterBytes = 24_000;

test('a page of the console loads at most 85 kB compressed, with the words of one language, and at most 24 kB later', () => {
  const { words, script, imported, style } = manifest;
  const page = [script, ...imported, style];
  const common = page.reduce((sum, name) => sum + sizeOf(name), 0);
  const later = readdirSync(join(directory, 'assets')).filter(
    (name) => ![...page, ...Object.values(words)].includes(name),
  );
  const wordsLater = later.filter((name) => name.startsWith('rooms-')).map(sizeOf);
  const scriptsLater = later.filter((name) => !name.startsWith('rooms-')).map(sizeOf);

  expect(Object.keys(words)).toEqual(['en', 'de', 'ja']);
  for (const name of Object.values(words)) expect(common + sizeOf(name)).toBeLessThanOrEqual(maxBytes);
  expect(wordsLater).toHaveLength(3);
  expect(scriptsLater).toHaveLength(1);
  expect(Math.max(...wordsLater) + Math.max(...scriptsLater)).toBeLessThanOrEqual(maxLaterBytes);
});

test('the files of the console have names with a hash', () => {
  for (const name of readdirSync(join(directory, 'assets'))) expect(name).toMatch(/-[0-9A-Z]{8}\.(js|css)$/);
});

test('the console contains no schema library and no code of the service', () => {
  const own = /^shared\/(console|client|contract)\/|^pages:/;
  const libraries = /^(\.\.\/)*node_modules\/(@preact|preact|preact-iso|ulidx|layerr)\//;
  const foreign = inputs.filter((path) => !own.test(path) && !libraries.test(path));

  expect(foreign).toEqual([]);
});
