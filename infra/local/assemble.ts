import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type BuildPlan, findBuild, keepInUse, provideBuild } from './buildCache.ts';
import { localSettings } from './settings.ts';

/** The files in a build's folder: the cloud assembly, and esbuild's inputs of each bundle. */
export const assemblyFolder = 'cdk.out';
export const metafileName = 'meta.json';
/** The list of the folders without fonts. It is in a build's folder until the fonts are collected. */
export const lackingFonts = 'lackingFonts.json';

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

/** The local stage's cloud assembly, which is the same for every port: the bundled functions and the synthesized template. */
export interface LocalAssembly {
  readonly directory: string;
  /** Adds the fonts, which take as long as the rest of the assembly. Resolves when they are there. */
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
 * Like `assemble`, but resolves as soon as most functions can run. The caller must then call `finish`. `report` gets a line for
 * people who have to wait.
 */
export async function beginAssembly(report?: (line: string) => void): Promise<LocalAssembly> {
  const plan: BuildPlan = {
    cache: join(repository, 'node_modules/.cache/document-governance/assemblies'),
    root: repository,
    sources: assemblySources,
    settings: localSettings(),
  };
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

function localAssembly(build: string): LocalAssembly {
  const lacking = fontFoldersOf(build);
  let finishing: Promise<unknown> | undefined;
  const finish = async (): Promise<void> => {
    if (lacking.length > 0) finishing ??= collectFonts(build);
    await finishing;
  };
  return {
    directory: join(build, assemblyFolder),
    finish,
    awaitFiles: async (folder) => {
      if (lacking.some((fonts) => dirname(fonts) === folder)) await finish();
    },
  };
}

/** Returns the folders that still need fonts. */
export function fontFoldersOf(build: string): string[] {
  try {
    return JSON.parse(readFileSync(join(build, lackingFonts), 'utf8'));
  } catch {
    return [];
  }
}

/** Runs in a child process, because it takes hundreds of megabytes, which are freed when the process ends. */
async function collectFonts(build: string): Promise<void> {
  const module = fileURLToPath(new URL('fontsProcess.ts', import.meta.url));
  const [code] = await once(fork(module, [build], { execArgv: [] }), 'exit');
  if (code !== 0) throw new Error(`Collecting the fonts ended with exit code ${code}`);
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
