import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { type BuildPlan, findBuild, keepInUse } from './buildCache.ts';
import { localSettings } from './settings.ts';

export interface AssembleOptions {
  /** Gets a line for a person to read when there is something to wait for. Default: nobody */
  report?(line: string): void;
}

/** In a build's folder: the cloud assembly, and what esbuild took into each bundle. */
export const assemblyFolder = 'cdk.out';
export const metafileName = 'meta.json';

const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Everything in the repository that an assembly is made from, and the versions of the packages that are installed. */
export const assemblySources: readonly string[] = [
  'functions',
  'infra',
  'shared',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
];

/**
 * The local stage's cloud assembly, whatever its port: the bundled functions and the synthesized template. It is made
 * when anything that goes into it has changed, and shared by all processes on this machine. Resolves with its folder.
 */
export async function assemble({ report }: AssembleOptions = {}): Promise<string> {
  const plan: BuildPlan = {
    cache: join(repository, 'node_modules/.cache/document-governance/assemblies'),
    root: repository,
    sources: assemblySources,
    settings: localSettings,
  };
  let directory = findBuild(plan);
  if (directory === undefined) {
    report?.(
      'Bundling the functions and synthesizing the stack: some seconds, the first time and after a change.',
    );
    directory = await makeInThread(plan);
  }
  keepInUse(directory);
  return join(directory, assemblyFolder);
}

/** The thread takes the CDK's memory with it when it is done. */
async function makeInThread(plan: BuildPlan): Promise<string> {
  const worker = new Worker(new URL('./assembleThread.ts', import.meta.url), {
    workerData: plan,
    execArgv: [],
  });
  // The wait for the message rejects when the thread fails instead.
  const [directory] = (await once(worker, 'message')) as [string];
  return directory;
}
