import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FunctionName } from '../functions/manifest.ts';
import { type BuildPlan, findBuild, keepInUse, provideBuild } from './buildCache.ts';
import { localSettings } from './settings.ts';

/** The files in a build's folder: the cloud assembly, and esbuild's inputs of each bundle. */
export const assemblyFolder = 'cdk.out';
export const metafileName = 'meta.json';
export const bundlesFolder = 'bundles';
/** A list of what a build lacks. It is in a build's folder until the build is complete. */
export const lackingName = 'lacking.json';

/** What a build lacks at first, so that the first answer does not wait for it. */
export interface Lacking {
  /** The functions without a bundle. */
  readonly functions: readonly FunctionName[];
  /** The folders without fonts, among those with a bundle. */
  readonly fonts: readonly string[];
}

const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The files and folders of the repository from which an assembly is made, and the file with the versions of the installed packages. */
export const assemblySources: readonly string[] = [
  'CHANGELOG.md',
  'functions',
  'infra',
  'shared',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
];

/** Returns whether a path, relative to the repository, is in no source. */
export const isOutside = (path: string): boolean =>
  !assemblySources.some((source) => path.startsWith(`${source}/`));

/** The local stage's cloud assembly, which is the same for every port: the bundled functions and the synthesized template. */
export interface LocalAssembly {
  readonly directory: string;
  /** Adds the other bundles and the fonts, which take longer than the first part of the assembly. Resolves when they are there. */
  finish(): Promise<void>;
  /** Resolves when a function's folder has all of its files. */
  awaitFiles(folder: string): Promise<void>;
}

/**
 * Returns the folder of the local stage's cloud assembly. The assembly is made again when any of its inputs has changed. All processes on
 * this machine share it.
 */
export async function assemble(): Promise<string> {
  const { directory, finish } = await beginAssembly();
  await finish();
  return directory;
}

/**
 * Like `assemble`, but resolves as soon as the first functions can run. The caller must then call `finish`. `report` gets a line for
 * people who have to wait.
 */
export async function beginAssembly(report?: (line: string) => void): Promise<LocalAssembly> {
  const plan = buildPlan();
  let build = findBuild(plan);
  if (build === undefined) {
    report?.(
      'Bundling the functions and synthesizing the stack. This takes some seconds at the first start and after a change.',
    );
    // Each build runs in its own thread, which loads the sources anew.
    build = await provideBuild(plan, synthesizeInto);
  }
  keepInUse(build);
  return localAssembly(build);
}

export const buildPlan = (): BuildPlan => ({
  cache: join(repository, 'node_modules/.cache/document-governance/assemblies'),
  root: repository,
  sources: assemblySources,
  settings: localSettings(),
});

function localAssembly(build: string): LocalAssembly {
  const lacking = lackingIn(build);
  let completing: Completing | undefined;
  const complete = (): Completing => {
    completing ??= beginCompletion(build);
    return completing;
  };
  const finish = async (): Promise<void> => {
    if (lacking) await complete().completed;
  };
  return {
    directory: join(build, assemblyFolder),
    finish,
    awaitFiles: async (folder) => {
      if (!lacking) return;
      const lacksBundle = lacking.functions.some((name) => name === basename(folder));
      const fonts = lacksBundle ? await complete().bundled : lacking.fonts;
      if (fonts.some((path) => dirname(path) === folder)) await finish();
    },
  };
}

/** Returns what a build lacks; undefined for a complete build. */
export function lackingIn(build: string): Lacking | undefined {
  try {
    return JSON.parse(readFileSync(join(build, lackingName), 'utf8'));
  } catch {
    return undefined;
  }
}

interface Completing {
  /** Resolves with the folders without fonts when all bundles are there. */
  readonly bundled: Promise<readonly string[]>;
  readonly completed: Promise<void>;
}

/** Runs in a child process, because it takes hundreds of megabytes, which are freed when the process ends. */
function beginCompletion(build: string): Completing {
  const module = fileURLToPath(new URL('completionProcess.ts', import.meta.url));
  const child = fork(module, [build], { execArgv: [] });
  const completed = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`Bundling and collecting the fonts ended with exit code ${code}`);
  });
  completed.catch(() => undefined);
  const bundled = Promise.race([
    once(child, 'message').then(([fonts]) => fonts as string[]),
    completed.then(() => []),
  ]);
  bundled.catch(() => undefined);
  return { bundled, completed };
}

/** Runs in a thread. Resolves with the bundles' inputs outside of the sources. */
async function synthesizeInto(directory: string): Promise<string[]> {
  const worker = new Worker(new URL('assembleThread.ts', import.meta.url), {
    workerData: directory,
    execArgv: [],
  });
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`Bundling and synthesizing ended with exit code ${code}`);
  });
  // If the thread fails before its first message, the wait rejects.
  const [message] = (await Promise.race([once(worker, 'message'), ended])) as [string[]];
  return message;
}
