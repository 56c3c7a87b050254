/** The thread that the functions are bundled and the stack is synthesized in. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { bundle } from '../bundle.ts';
import { assemblyFolder, metafileName } from './assemble.ts';
import { type BuildPlan, type Make, provideBuild } from './buildCache.ts';
import { localSettings } from './settings.ts';

const plan = workerData as BuildPlan;

// esbuild is gone after one build: collecting garbage in between takes a quarter of its time and saves little memory.
process.env.GOGC = 'off';

const make: Make = async (directory) => {
  const outdir = join(directory, 'bundles');
  // esbuild works in a process of its own while the CDK is being loaded.
  const bundling = bundle({ outdir });
  const { synthesize } = await import('../synthesize.ts');
  const bundles = await bundling;
  synthesize({ settings: localSettings, bundles, outdir: join(directory, assemblyFolder) });
  await rename(join(outdir, 'meta.json'), join(directory, metafileName));
  // The assembly has a copy of its own.
  await rm(outdir, { recursive: true });
  return Object.keys(bundles.metafile.inputs).filter(isOutside);
};

const isOutside = (path: string): boolean => !plan.sources.some((source) => path.startsWith(`${source}/`));

parentPort?.postMessage(await provideBuild(plan, make));
