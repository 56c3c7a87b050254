import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { type ConsoleManifest, filesFolder, manifestName } from '../../shared/pages/console/files.ts';
import { tokens } from '../../shared/pages/tokens.ts';
import { forBrowsers } from './browsers.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const script = 'shared/console/main.tsx';
const style = 'shared/console/style/console.css';
const catalogue = /^shared\/console\/words\/words\.(\w+)\.ts$/;

/** Gives the style sheet the colours and typefaces of the pages. */
const sharedTokens: Plugin = {
  name: 'shared-tokens',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^tokens$/ }, () => ({ path: 'tokens', namespace: 'pages' }));
    onLoad({ filter: /.*/, namespace: 'pages' }, () => ({ contents: tokens, loader: 'css' }));
  },
};

/** Bundles the console into files with hashes in their names, below the folder of its function, and writes their manifest. */
export async function bundleConsole(directory: string): Promise<Metafile> {
  await mkdir(directory, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [
      { in: script, out: 'console' },
      { in: style, out: 'console' },
    ],
    outdir: join(directory, filesFolder),
    entryNames: '[name]-[hash]',
    ...forBrowsers,
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [sharedTokens],
  });
  await writeFile(join(directory, manifestName), JSON.stringify(manifestOf(metafile)));
  return metafile;
}

function manifestOf({ outputs }: Metafile): ConsoleManifest {
  const made = Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === undefined ? [] : [{ entryPoint, name: basename(file) }],
  );
  const nameOf = (entry: string): string => made.find(({ entryPoint }) => entryPoint === entry)?.name ?? '';
  const [, main] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === script) ?? [];
  const imported = (main?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
  const words = made.flatMap(({ entryPoint, name }): [string, string][] => {
    const [, language] = catalogue.exec(entryPoint) ?? [];
    return language === undefined ? [] : [[language, name]];
  });
  // English comes first, because it is the default language.
  words.sort(([a], [b]) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));
  return {
    script: nameOf(script),
    imported: imported.map(({ path }) => basename(path)),
    style: nameOf(style),
    words: Object.fromEntries(words),
  };
}
