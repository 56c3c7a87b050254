import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type BuildPlan,
  completeBuild,
  findBuild,
  type Make,
  provideBuild,
} from '../../../infra/local/buildCache.ts';
import { directoryOfTest } from '../../support/ownDirectory.ts';

let root: string;
beforeEach(() => {
  root = directoryOfTest();
  write('source/handler.ts', 'handler 1');
  write('source/deep/rule.ts', 'rule 1');
  write('package-lock.json', 'lock 1');
  write('node_modules/library/index.js', 'library 1');
});

/** Writes a file with an earlier time, as if the file had been written before the build. */
function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  const before = new Date(Date.now() - 60_000);
  utimesSync(join(root, path), before, before);
}

const plan = (settings: unknown = { limit: 1 }): BuildPlan => ({
  cache: join(root, 'cache'),
  root,
  sources: ['source', 'package-lock.json'],
  settings,
});

/** Builds a copy of the sources, and counts the builds. */
function maker() {
  const inputs = ['source/handler.ts', 'source/deep/rule.ts', 'node_modules/library/index.js'];
  const built = { count: 0 };
  const make: Make = async (directory) => {
    built.count += 1;
    const contents = inputs.map((path) => readFileSync(join(root, path), 'utf8'));
    writeFileSync(join(directory, 'out'), contents.join('\n'));
    return inputs.filter((path) => path.startsWith('node_modules/'));
  };
  return { make, built };
}

const outOf = (directory: string | undefined) => readFileSync(join(directory ?? '', 'out'), 'utf8');

describe('a build', () => {
  test('is made once and then found', async () => {
    const { make, built } = maker();

    const first = await provideBuild(plan(), make);

    expect(await provideBuild(plan(), make)).toBe(first);
    expect(findBuild(plan())).toBe(first);
    expect(built.count).toBe(1);
  });

  test('is made once for several requests at the same time', async () => {
    const { make, built } = maker();

    const directories = await Promise.all([1, 2, 3].map(() => provideBuild(plan(), make)));

    expect(new Set(directories).size).toBe(1);
    expect(built.count).toBe(1);
  });

  test.for([
    ['source/handler.ts', 'handler 2'],
    ['source/deep/rule.ts', 'rule 2'],
    ['source/deep/added.ts', 'a new file'],
    ['package-lock.json', 'lock 2'],
    ['node_modules/library/index.js', 'library patched'],
  ] as const)('is made again when %s changes', async ([path, content]) => {
    const { make, built } = maker();
    const before = await provideBuild(plan(), make);
    write(path, content);

    expect(findBuild(plan())).toBeUndefined();
    const after = await provideBuild(plan(), make);

    expect(after).not.toBe(before);
    expect(built.count).toBe(2);
    if (path !== 'package-lock.json' && path !== 'source/deep/added.ts')
      expect(outOf(after)).toContain(content);
  });

  test('is found after it was completed, until an input of the second part changes', async () => {
    const { make } = maker();
    write('node_modules/other/index.js', 'other 1');
    const build = await provideBuild(plan(), make);

    await completeBuild(plan(), build, async () => ['node_modules/other/index.js']);
    expect(findBuild(plan())).toBe(build);
    write('node_modules/other/index.js', 'other, patched');

    expect(findBuild(plan())).toBeUndefined();
  });

  test('is not used again if a source changed before it was completed', async () => {
    const { make } = maker();
    const build = await provideBuild(plan(), make);

    write('source/handler.ts', 'handler 2');
    await completeBuild(plan(), build, async () => []);
    write('source/handler.ts', 'handler 1');

    expect(findBuild(plan())).toBeUndefined();
  });
});
