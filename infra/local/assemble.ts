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

/** The local stage's cloud assembly, whatever its port: the bundled functions and the synthesized template. */
export interface LocalAssembly {
  readonly directory: string;
  /** Adds the fonts, which take as long as all the rest; resolves when they are there. */
  finish(): Promise<void>;
  /** Resolves when a function's folder has all of its files. */
  awaitFiles(folder: string): Promise<void>;
}

/** What the thread says: an assembly can be used but for some folders, and then: all is there. */
export type ThreadMessage =
  | { readonly kind: 'usable'; readonly directory: string; readonly unfinished: readonly string[] }
  | { readonly kind: 'complete'; readonly directory: string };

/**
 * The folder of the local stage's cloud assembly. It is made when anything that goes into it has changed, and shared by
 * all processes on this machine.
 */
export async function assemble(options: AssembleOptions = {}): Promise<string> {
  const { directory, finish } = await beginAssembly(options);
  await finish();
  return directory;
}

/** As `assemble`, but resolves as soon as most functions can run. `finish` is to be called then. */
export async function beginAssembly({ report }: AssembleOptions = {}): Promise<LocalAssembly> {
  const plan: BuildPlan = {
    cache: join(repository, 'node_modules/.cache/document-governance/assemblies'),
    root: repository,
    sources: assemblySources,
    settings: localSettings,
  };
  const found = findBuild(plan);
  if (found !== undefined) return localAssembly({ directory: found });
  report?.(
    'Bundling the functions and synthesizing the stack: some seconds, the first time and after a change.',
  );
  return makeInThread(plan);
}

/** The thread takes the CDK's memory with it when it is done. */
async function makeInThread(plan: BuildPlan): Promise<LocalAssembly> {
  const worker = new Worker(new URL('./assembleThread.ts', import.meta.url), {
    workerData: plan,
    execArgv: [],
  });
  const complete = Promise.withResolvers<void>();
  // Nobody may be waiting for the rest when the thread fails.
  complete.promise.catch(() => undefined);
  worker.on('error', complete.reject);
  worker.on('message', ({ kind }: ThreadMessage) => kind === 'complete' && complete.resolve());
  const finish = (): Promise<void> => {
    worker.postMessage('finish');
    return complete.promise;
  };
  // The wait for the message rejects when the thread fails instead.
  const [message] = (await once(worker, 'message')) as [ThreadMessage];
  const unfinished = message.kind === 'usable' ? message.unfinished : [];
  return localAssembly({ directory: message.directory, unfinished, finish });
}

function localAssembly(build: {
  readonly directory: string;
  readonly unfinished?: readonly string[];
  finish?(): Promise<void>;
}): LocalAssembly {
  const { directory, unfinished = [], finish = async () => undefined } = build;
  keepInUse(directory);
  return {
    directory: join(directory, assemblyFolder),
    awaitFiles: async (folder) => {
      if (unfinished.includes(folder)) await finish();
    },
    finish,
  };
}
