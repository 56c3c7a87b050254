import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { pages } from '../../shared/contract/pages.ts';
import { wasmFiles } from '../../shared/pdf/wasm.ts';
import { type RouteId, routes } from '../api/routes.ts';
import type { FunctionName } from '../functions/manifest.ts';
import { type OtherFunctionName, otherEntry, otherFunctions } from '../functions/others.ts';
import { type UserPoolFunctionName, userPoolEntry, userPoolFunctions } from '../functions/userPool.ts';
import { sdkSchemas } from './bundleSchemas.ts';
import { bundleConsole } from './console.ts';
import { collectFonts } from './fonts.ts';
import { prerendered } from './prerendered.ts';
import { bundleViewer } from './viewer.ts';

const require = createRequire(import.meta.url);
const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The default output folder of `bundle`. */
const defaultOutdir = join(repository, 'dist');

const defaultSource = join(repository, 'functions');

interface BundleOptions {
  /** The output folder. Default: `dist/` in the repository */
  readonly outdir?: string;
  /** Keeps what is in the output folder. Default: false, the folder is emptied first */
  readonly keeps?: boolean;
  /** The folder of the handlers. Default: `functions/` in the repository */
  readonly sourceDirectory?: string;
  /** Copies the fonts next to a bundle that draws with them. Default: `collectFonts`, which takes seconds */
  collectFonts?(directory: string): Promise<void>;
}

/** The facts about bundles that are known before they are built. */
export interface PlannedBundles {
  /** Absolute paths of the folders to deploy, each with `index.cjs` that exports `handler`. */
  readonly directories: ReadonlyMap<FunctionName, string>;
  /** The routes that have a handler, in the contract's order. */
  readonly served: readonly RouteId[];
}

export interface Bundles extends PlannedBundles {
  /** The inputs of each file, also written to `<outdir>/meta.json`. */
  readonly metafile: Metafile;
}

const pdf = (file: string): string => join(repository, 'shared/pdf', file);

/** Files that a function loads at run time, as worker threads or with `import()`. Each is bundled next to its function. */
const companions: readonly { readonly of: FunctionName; readonly name: string; readonly entry: string }[] = [
  { of: 'processVersion', name: 'inspectPdf', entry: 'workers/inspection/inspectPdf.ts' },
  { of: 'processVersion', name: 'readByPdfium', entry: pdf('readByPdfium.ts') },
  { of: 'prepareCopy', name: 'renderPages', entry: 'workers/threads/renderPages.ts' },
  { of: 'prepareCopy', name: 'stampFile', entry: 'workers/threads/stampFile.ts' },
  { of: 'prepareCopy', name: 'watermark', entry: pdf('watermark/watermark.ts') },
  { of: 'keepText', name: 'readTexts', entry: 'workers/threads/readTexts.ts' },
  { of: 'pageImage', name: 'watermark', entry: pdf('watermark/watermark.ts') },
  { of: 'pageImage', name: 'pictureStamp', entry: pdf('pictures/pictureStamp.ts') },
  { of: 'setOrganizationLogo', name: 'logoMaker', entry: pdf('logo/logoMaker.ts') },
  { of: 'generateDocumentEntryPage', name: 'entryPage', entry: pdf('entryPage.ts') },
  // English is in the bundles of pages and mails. The words of another language are loaded when they are needed.
  ...([...Object.keys(pages), 'sendMail'] as FunctionName[]).flatMap((of) =>
    ['de', 'ja'].map((language) => ({
      of,
      name: `words.${language}`,
      entry: join(repository, `shared/words/words.${language}.ts`),
    })),
  ),
];

/** Keeps dynamic imports in files of their own, so that they are compiled when used and not at each cold start. */
const importedLater: Plugin = {
  name: 'imported-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.{1,2}\// }, ({ kind, resolveDir, path }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = companions.find(({ entry }) => entry === join(resolveDir, path));
      return file && { path: `./${file.name}.cjs`, external: true };
    }),
};

/** A bundle that contains this file draws text and reads its fonts from `fonts/` next to it. */
const fontsSource = 'shared/pdf/typography/fontLibrary.ts';

/**
 * Bundles every function into a folder of its name. The same sources give the same bytes, so that the hashes of the folders, which
 * name the assets, stay the same. Throws the errors of `findServedRoutes` and of esbuild.
 */
export const bundle = async (options: BundleOptions = {}): Promise<Bundles> =>
  (await planBundles(options)).make();

interface Planned extends PlannedBundles {
  /** Bundles these functions. Default: all */
  make(names?: Iterable<FunctionName>): Promise<Bundles>;
}

/** Like `bundle`, but resolves once the folders exist, before bundling. Call `make` to bundle. */
export async function planBundles(options: BundleOptions = {}): Promise<Planned> {
  const outdir = resolve(options.outdir ?? defaultOutdir);
  const source = resolve(options.sourceDirectory ?? defaultSource);
  const addFonts = options.collectFonts ?? collectFonts;
  const served = await findServedRoutes(source);
  const entries = new Map<FunctionName, string>([
    ...served.map((id) => [id, routes.get(id)?.entry ?? ''] as const),
    ...(Object.keys(otherFunctions) as OtherFunctionName[]).map((name) => [name, otherEntry(name)] as const),
    ...(Object.keys(userPoolFunctions) as UserPoolFunctionName[]).map(
      (name) => [name, userPoolEntry(name)] as const,
    ),
  ]);

  const directories = new Map([...entries.keys()].map((name) => [name, join(outdir, name)]));

  if (!options.keeps) await rm(outdir, { recursive: true, force: true });
  for (const directory of directories.values()) await mkdir(directory, { recursive: true });
  const addAssets = async (directory: string, inputs: readonly string[]): Promise<void> => {
    if (inputs.includes(fontsSource)) await addFonts(join(directory, 'fonts'));
    for (const { file, from, usedBy } of Object.values(wasmFiles))
      if (inputs.includes(usedBy)) await copyFile(require.resolve(from), join(directory, file));
  };
  const make = async (names: Iterable<FunctionName> = entries.keys()): Promise<Bundles> => {
    const made = new Set(names);
    const directoryOf = (name: FunctionName) => (made.has(name) ? directories.get(name) : undefined);
    const consoleDirectory = directoryOf('console');
    const viewerDirectory = directoryOf('viewerFile');
    const ofPages = Promise.all([
      consoleDirectory === undefined ? undefined : bundleConsole(consoleDirectory),
      viewerDirectory === undefined ? undefined : bundleViewer(viewerDirectory),
    ]);
    const { metafile } = await build({
      absWorkingDir: repository,
      entryPoints: [
        ...[...entries]
          .filter(([name]) => made.has(name))
          .map(([name, entry]) => ({ in: join(source, entry), out: `${name}/index` })),
        ...companions
          .filter(({ of }) => entries.has(of) && made.has(of))
          .map(({ of, name, entry }) => ({ in: resolve(source, entry), out: `${of}/${name}` })),
      ],
      outdir,
      // package.json says `type: module`, so CommonJS needs its own extension. Lambda's Node.js runtime looks for
      // index.js, index.mjs and index.cjs, in that order.
      outExtension: { '.js': '.cjs' },
      // Everything is inlined, including the AWS SDK. So the SDK of the lockfile runs, not that of the runtime, and one tree-shaken
      // file loads faster than many.
      bundle: true,
      platform: 'node',
      target: 'node24',
      // Some packages `require` Node's modules, which an ES module cannot do without a shim.
      format: 'cjs',
      // The SDK's `main` is CommonJS, which cannot be tree-shaken. Some packages have only `main`.
      mainFields: ['module', 'main'],
      // Names stay, so that stack traces are readable without source maps, which each cold start would load. Measured: shorter
      // names and syntax do not shorten the load time. Shorter syntax trebles the time of this build. Full minification would need
      // keepNames, which lengthens the load by a tenth.
      minifyWhitespace: true,
      legalComments: 'none',
      treeShaking: true,
      alias: {
        '@aws-sdk/credential-provider-node': join(repository, 'shared/runtime/lambdaCredentials.ts'),
        '@smithy/core/event-streams': join(repository, 'shared/aws/eventStreams.ts'),
        // PDFium's ES module uses `import.meta.url`, which a CommonJS bundle does not have.
        '@embedpdf/pdfium': require.resolve('@embedpdf/pdfium'),
      },
      // libwebp's modules use `import.meta.url` too, but get their path from `locateFile`.
      logOverride: { 'empty-import-meta': 'silent' },
      plugins: [sdkSchemas, importedLater, prerendered],
      metafile: true,
      logLevel: 'warning',
    });
    for (const ofPage of await ofPages)
      for (const [path, input] of Object.entries(ofPage?.inputs ?? {}))
        if (path.startsWith('node_modules/')) metafile.inputs[path] ??= input;
    await writeFile(join(outdir, 'meta.json'), JSON.stringify(metafile));

    // A function and its worker threads share the files next to them.
    const byDirectory = Map.groupBy(Object.entries(metafile.outputs), ([file]) => dirname(file));
    for (const [directory, outputs] of byDirectory)
      await addAssets(
        join(repository, directory),
        outputs.flatMap(([, { inputs }]) => Object.keys(inputs)),
      );
    return { directories, served, metafile };
  };
  return { directories, served, make };
}

/**
 * Returns the routes that have a handler in `source`, in the contract's order. Throws when a handler matches no route of the
 * contract.
 */
export async function findServedRoutes(source = defaultSource): Promise<RouteId[]> {
  const found = new Set<string>();
  for (const room of ['api', 'pages']) {
    const directory = join(source, room);
    if (!existsSync(directory)) continue;
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name.endsWith('.ts'))
        found.add(relative(source, join(entry.parentPath, entry.name)).split(sep).join('/'));
  }
  const served = [...routes].filter(([, { entry }]) => found.delete(entry));
  for (const entry of found)
    throw new Error(`functions/${entry} is the handler of no route in shared/contract`);
  return served.map(([id]) => id);
}
