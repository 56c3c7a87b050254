import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const script = fileURLToPath(new URL('../regularExpressions.ts', import.meta.url));
const check = (folder: string) => spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });

// Threat: A title or a search takes much computing time
test('the check refuses expressions that take more than linear time, or that nothing can check', async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, 'file.ts');
  await writeFile(
    file,
    `export const literal = /\\.+$/;
const part = 'x*y';
export const made = new RegExp(part);
export const unread = /[\\p{L}--\\p{Lu}]/v;
export const late = (text: string) => new RegExp(text);
export const linear = /^x+$/;
`,
  );

  const { status, stderr } = check(folder.path);

  expect(status).toBe(1);
  const lines = [5, 1, 3, 4].map((line) => expect.stringContaining(`${file}:${line}: `));
  expect(stderr.trim().split('\n')).toEqual(expect.arrayContaining(lines));
  expect(stderr).not.toContain(`${file}:6`);
});
