/** The thread that bundles the first functions and synthesizes the stack. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { writeAtomically } from 'assembly-host/atomicFile';
import { planBundles } from '../bundling/bundle.ts';
import type { FunctionName } from '../functions/manifest.ts';
import {
  assemblyFolder,
  bundlesFolder,
  isOutside,
  type Lacking,
  lackingName,
  metafileName,
} from './assemble.ts';
import { localSettings } from './settings.ts';

const directory = String(workerData);

/** The functions that answer the first requests of most people. */
const firstFunctions: readonly FunctionName[] = [
  'authorizer',
  'createDocument',
  'getDocument',
  'home',
  'listDocuments',
  'processVersion',
  'signIn',
];

// esbuild ends after one build. Garbage collection would take a quarter of the time of this build and save little memory.
process.env.GOGC = 'off';
// The bundles stay where they are, so the CDK need not copy them into the assembly.
process.env.CDK_CONTEXT_JSON = JSON.stringify({ 'aws:cdk:disable-asset-staging': true });

const outdir = join(directory, bundlesFolder);
const fonts: string[] = [];
const bundles = await planBundles({
  outdir,
  collectFonts: async (folder) => {
    fonts.push(folder);
  },
});
// esbuild works in its own process while the CDK loads and synthesizes.
const bundling = bundles.make(firstFunctions);
// Without this handler, an early failure would end the process as an unhandled rejection. The failure is thrown below, when the template is
// complete.
bundling.catch(() => undefined);
const { synthesize } = await import('../synthesize.ts');
synthesize({ settings: localSettings(), bundles, unhashed: true, outdir: join(directory, assemblyFolder) });
const { metafile } = await bundling;
await rename(join(outdir, metafileName), join(directory, metafileName));
const functions = [...bundles.directories.keys()].filter((name) => !firstFunctions.includes(name));
writeAtomically(join(directory, lackingName), JSON.stringify({ functions, fonts } satisfies Lacking));

parentPort?.postMessage(Object.keys(metafile.inputs).filter(isOutside));
