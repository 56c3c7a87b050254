/**
 * Part of `npm run check`: prints every line that a merge conflict has left in a folder, by default this one, and fails if there is such a
 * line. This program does not use git, because an archive of the repository has no git.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const marker = /^(?:(?:<{7}|>{7}|\|{7})(?: .*)?|={7})\r?$/;
/** The entries of `.gitignore`. The patterns of single files do not matter here. */
const ignored = new Set([
  '.git',
  ...readFileSync(join(import.meta.dirname, '../.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
]);

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !ignored.has(entry.name)) yield* filesIn(path);
  }
}

for (const path of filesIn(process.argv[2] ?? '.'))
  for (const [index, line] of readFileSync(path, 'latin1').split('\n').entries())
    if (marker.test(line)) {
      process.stderr.write(`${path}:${index + 1}: a merge conflict left this line: ${line}\n`);
      process.exitCode = 1;
    }
