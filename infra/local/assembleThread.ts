/** The thread that bundles the functions and synthesizes the stack. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { writeAtomically } from 'assembly-host/atomicFile';
import { planBundles } from '../bundling/bundle.ts';
import { assemblyFolder, assemblySources, lackingFonts, metafileName } from './assemble.ts';
import { localSettings } from './settings.ts';

const directory = String(workerData);

// esbuild ends after one build. Garbage collection would take a quarter of the time of this build and save little memory.
process.env.GOGC = 'off';
// The bundles stay where they are, so the CDK need not copy them into the assembly.
process.env.CDK_CONTEXT_JSON = JSON.stringify({ 'aws:cdk:disable-asset-staging': true });

const outdir = join(directory, 'bundles');
const fontFolders: string[] = [];
const bundles = await planBundles({
  outdir,
  collectFonts: async (folder) => {
    fontFolders.push(folder);
  },
});
// esbuild works in its own process while the CDK loads and synthesizes.
const bundling = bundles.make();
// Without this handler, an early failure would end the process as an unhandled rejection. The failure is thrown below, when the template is
// complete.
bundling.catch(() => undefined);
const { synthesize } = await import('../synthesize.ts');
synthesize({ settings: localSettings(), bundles, unhashed: true, outdir: join(directory, assemblyFolder) });
const { metafile } = await bundling;
await rename(join(outdir, 'meta.json'), join(directory, metafileName));
writeAtomically(join(directory, lackingFonts), JSON.stringify(fontFolders));

const isOutside = (path: string): boolean => !assemblySources.some((source) => path.startsWith(`${source}/`));
parentPort?.postMessage(Object.keys(metafile.inputs).filter(isOutside));
