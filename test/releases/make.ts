/**
 * `node test/releases/make.ts <version> <commit>`: makes the data of a release, by its own code, for the tests of later releases.
 * `test/docs/release.md` says more.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { pack } from './archive.ts';
import { makeData } from './makeData.ts';
import { packFunctions } from './packFunctions.ts';
import { dataOf, functionsOf, releases } from './release.ts';

const [version = '', commit = 'HEAD'] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: node test/releases/make.ts 1.2.3 <commit>');

await using temporary = await temporaryDirectory();
const code = join(temporary.path, 'code');
const data = join(temporary.path, 'data');
mkdirSync(code);
execFileSync('tar', ['-x', '-C', code], {
  input: execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 }),
});
execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: code, stdio: 'inherit' });
await makeData(version, code, data);
mkdirSync(dirname(dataOf(version)), { recursive: true });
await pack(data, dataOf(version));
// Keeps the functions of the last release only, because an update mixes neighbouring releases only.
for (const earlier of releases()) rmSync(functionsOf(earlier), { force: true });
await packFunctions(code, functionsOf(version));
