import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { wasmFiles } from '../shared/pdf/wasm.ts';
import { sdkSchemas } from './bundleSchemas.ts';
import { collectFonts } from './fonts.ts';
import type { FunctionName } from './functions/manifest.ts';
import { type OtherFunctionName, otherEntry, otherFunctions } from './functions/others.ts';
import { type RouteId, routes } from './routes.ts';

const require = createRequire(import.meta.url);
const repository = fileURLToPath(new URL('..', import.meta.url));

/** The folder that `bundle` fills unless told otherwise. */
const defaultOutdir = join(repository, 'dist');

const defaultSource = join(repository, 'functions');

interface BundleOptions {
  /** It is emptied first. Default: `dist/` in the repository */
  readonly outdir?: string;
  /** The folder of the handlers. Default: `functions/` in the repository */
  readonly sourceDirectory?: string;
  /** Puts fonts beside a bundle that draws with them. Default: `collectFonts`, which takes seconds */
  collectFonts?(directory: string): Promise<void>;
}

/** What can be said of bundles before they are made. */
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

/** Files that a function loads at run time, as its worker threads or by `import()`: they are bundled beside it. */
const companions: readonly { readonly of: FunctionName; readonly name: string; readonly entry: string }[] = [
  { of: 'processVersion', name: 'inspectPdf', entry: 'workers/inspectPdf.ts' },
  { of: 'prepareCopy', name: 'renderPages', entry: 'workers/renderPages.ts' },
  { of: 'prepareCopy', name: 'stampFile', entry: 'workers/stampFile.ts' },
  { of: 'prepareCopy', name: 'watermark', entry: pdf('watermark/watermark.ts') },
  { of: 'pageImage', name: 'watermark', entry: pdf('watermark/watermark.ts') },
  { of: 'pageImage', name: 'pictureStamp', entry: pdf('pictures/pictureStamp.ts') },
  { of: 'generateDocumentEntryPage', name: 'entryPage', entry: pdf('entryPage.ts') },
];

/** What a function imports when it needs it is compiled then, and not at each cold start, as it would be in the same file. */
const importedLater: Plugin = {
  name: 'imported-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.{1,2}\// }, ({ kind, resolveDir, path }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = companions.find(({ entry }) => entry === join(resolveDir, path));
      return file && { path: `./${file.name}.cjs`, external: true };
    }),
};

/** A bundle that contains this file draws text, and reads the fonts for it from `fonts/` beside it. */
const fontsSource = 'shared/pdf/typography/fontLibrary.ts';

/**
 * Bundles every function, each into a folder of its own name. Same sources, same bytes: the folders' hashes name the assets.
 * Throws the errors of `findServedRoutes` and of esbuild.
 */
export const bundle = async (options: BundleOptions = {}): Promise<Bundles> =>
  (await planBundles(options)).make();

/** As `bundle`, but resolves before it has begun, when the folders are there. `make` is to be called then, once. */
export async function planBundles(
  options: BundleOptions = {},
): Promise<PlannedBundles & { make(): Promise<Bundles> }> {
  const outdir = resolve(options.outdir ?? defaultOutdir);
  const source = resolve(options.sourceDirectory ?? defaultSource);
  const addFonts = options.collectFonts ?? collectFonts;
  const served = await findServedRoutes(source);
  const entries = new Map<FunctionName, string>([
    ...served.map((id) => [id, routes.get(id)?.entry ?? ''] as const),
    ...(Object.keys(otherFunctions) as OtherFunctionName[]).map((name) => [name, otherEntry(name)] as const),
  ]);

  const directories = new Map([...entries.keys()].map((name) => [name, join(outdir, name)]));

  await rm(outdir, { recursive: true, force: true });
  for (const directory of directories.values()) await mkdir(directory, { recursive: true });
  const addAssets = async (directory: string, inputs: readonly string[]): Promise<void> => {
    if (inputs.includes(fontsSource)) await addFonts(join(directory, 'fonts'));
    for (const { file, from, usedBy } of Object.values(wasmFiles))
      if (inputs.includes(usedBy)) await copyFile(require.resolve(from), join(directory, file));
  };
  const make = async (): Promise<Bundles> => {
    const { metafile } = await build({
      absWorkingDir: repository,
      entryPoints: [
        ...[...entries].map(([name, entry]) => ({ in: join(source, entry), out: `${name}/index` })),
        ...companions
          .filter(({ of }) => entries.has(of))
          .map(({ of, name, entry }) => ({ in: resolve(source, entry), out: `${of}/${name}` })),
      ],
      outdir,
      // package.json says `type: module`, so CommonJS needs its own extension. Lambda's Node.js runtime looks for
      // index.js, index.mjs and index.cjs, in that order.
      outExtension: { '.js': '.cjs' },
      // Everything is inlined, the AWS SDK too: the version in the lockfile is the one that runs, not the one the
      // runtime happens to carry, and one tree-shaken file loads faster than the runtime's many.
      bundle: true,
      platform: 'node',
      target: 'node24',
      // busboy and others `require` Node's modules, which an ES module cannot do without a shim.
      format: 'cjs',
      // The SDK's `main` is CommonJS, which cannot be tree-shaken; `module` alone would break packages without one.
      mainFields: ['module', 'main'],
      // Identifiers stay, so that stack traces can be read without source maps, which would be loaded at every cold
      // start. Measured: shorter names and syntax make no difference to the load time, syntax alone trebles the time
      // of this build, and keepNames, which full minification would need, lengthens the load by a tenth.
      minifyWhitespace: true,
      legalComments: 'none',
      treeShaking: true,
      alias: {
        '@aws-sdk/credential-provider-node': join(repository, 'shared/lambdaCredentials.ts'),
        '@smithy/core/event-streams': join(repository, 'shared/aws/eventStreams.ts'),
        // Its ES module asks where it is, which a CommonJS bundle cannot say.
        '@embedpdf/pdfium': require.resolve('@embedpdf/pdfium'),
      },
      // The same is asked by libwebp's programs, which are told by `locateFile` anyway.
      logOverride: { 'empty-import-meta': 'silent' },
      plugins: [sdkSchemas, importedLater],
      metafile: true,
      logLevel: 'warning',
    });
    await writeFile(join(outdir, 'meta.json'), JSON.stringify(metafile));

    // A function and its threads share what lies beside them.
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
