import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const script = fileURLToPath(new URL('../mergeMarkers.ts', import.meta.url));
const check = (folder: string) => spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });

test.for(['<<<<<<< HEAD', '=======\r'])('the check refuses a file with %j, with the line', async (left) => {
  await using folder = await temporaryDirectory();
  const inside = join(folder.path, 'inside');
  await mkdir(inside);
  await writeFile(join(inside, 'page.md'), `A line\n${left}\nanother\n`);

  const { status, stderr } = check(folder.path);

  expect(status).toBe(1);
  expect(stderr).toContain(`${join(inside, 'page.md')}:2: `);
});

test('the check accepts similar lines', async () => {
  await using folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'node_modules'));
  await writeFile(join(folder.path, 'node_modules', 'page.md'), '=======\n');
  await writeFile(join(folder.path, 'page.md'), 'Heading\n========\n <<<<<<< HEAD\na ======= b\n');

  expect(check(folder.path)).toMatchObject({ status: 0, stderr: '' });
});
