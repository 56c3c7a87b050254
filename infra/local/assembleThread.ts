/** The thread that the functions are bundled and the stack is synthesized in. */
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { bundle } from '../bundle.ts';
import { collectFonts } from '../fonts.ts';
import { assemblyFolder, metafileName, type ThreadMessage } from './assemble.ts';
import { type BuildPlan, type Make, provideBuild } from './buildCache.ts';
import { localSettings } from './settings.ts';

const plan = workerData as BuildPlan;
const send = (message: ThreadMessage): void => parentPort?.postMessage(message);

// esbuild is gone after one build: collecting garbage in between takes a quarter of its time and saves little memory.
process.env.GOGC = 'off';
// The bundles stay where they are, so the CDK need not copy them into the assembly.
process.env.CDK_CONTEXT_JSON = JSON.stringify({ 'aws:cdk:disable-asset-staging': true });

const fontFolders: string[] = [];

const make: Make = async (directory) => {
  const outdir = join(directory, 'bundles');
  fontFolders.length = 0;
  // esbuild works in a process of its own while the CDK is being loaded.
  const bundling = bundle({
    outdir,
    collectFonts: async (folder) => {
      fontFolders.push(folder);
    },
  });
  const { synthesize } = await import('../synthesize.ts');
  const bundles = await bundling;
  synthesize({ settings: localSettings, bundles, outdir: join(directory, assemblyFolder) });
  await rename(join(outdir, 'meta.json'), join(directory, metafileName));
  return {
    inputs: Object.keys(bundles.metafile.inputs).filter(isOutside),
    finish: async () => {
      if (parentPort) await once(parentPort, 'message');
      await Promise.all(fontFolders.map(collectFonts));
    },
  };
};

const isOutside = (path: string): boolean => !plan.sources.some((source) => path.startsWith(`${source}/`));

const directory = await provideBuild(plan, make, (usable) =>
  send({ kind: 'usable', directory: usable, unfinished: fontFolders.map(dirname) }),
);
send({ kind: 'complete', directory });
parentPort?.close();
