import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { pack } from './archive.ts';

const printAssembly =
  "import('./infra/local/assemble.ts').then(({ assemble }) => assemble()).then((path) => process.stdout.write(path))";

/** Fonts are ten times as large as all bundles. They come from packages, not from a release. */
export const fontsFolder = 'fonts';

/** Makes the assembly of a release's local stage with its own code. Packs it with its bundles, without the fonts. */
export async function packFunctions(code: string, archive: string): Promise<void> {
  const assembly = execFileSync(process.execPath, ['-e', printAssembly], { cwd: code, encoding: 'utf8' });
  const build = dirname(assembly);
  await using folder = await temporaryDirectory();
  const directory = join(folder.path, basename(assembly));
  mkdirSync(directory);
  for (const name of readdirSync(assembly)) {
    const text = readFileSync(join(assembly, name), 'utf8');
    writeFileSync(join(directory, name), text.replaceAll(build, '..').replaceAll(code, '.'));
  }
  const filter = (path: string): boolean => basename(path) !== fontsFolder;
  cpSync(join(build, 'bundles'), join(folder.path, 'bundles'), { recursive: true, filter });
  await pack(folder.path, archive);
}
