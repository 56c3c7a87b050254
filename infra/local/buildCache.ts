/** Keeps builds until one of their sources changes, for all processes that start from the same folder. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeAtomically } from 'assembly-host/atomicFile';
import { lockFile } from 'assembly-host/fileLock';

export interface BuildPlan {
  /** The folder in which builds are kept. */
  readonly cache: string;
  /** Paths are relative to this folder. */
  readonly root: string;
  /** Files, and folders with their whole content. A missing file counts as empty. */
  readonly sources: readonly string[];
  /** Input besides the sources; any JSON value. */
  readonly settings: unknown;
}

/**
 * Fills a folder from the sources. The function is called again if the sources change meanwhile, so each call must read them anew. Resolves
 * with the other input files, such as those of packages.
 */
export type Make = (directory: string) => Promise<readonly string[]>;

/** The file in a build's folder that lists the other input files, each with its stamp. A build without this file is not used again. */
const inputsFile = 'inputs.json';
const unusedAfterMilliseconds = 60 * 60 * 1000;
const pollMilliseconds = 50;
/** The number of attempts. If files are then still being edited or have times in the future, the build is used but not kept. */
const maxAttempts = 3;
/** A file's time may be some milliseconds behind the clock, because it is the time of the clock's last tick. */
const clockToleranceMilliseconds = 100;

/** Returns the folder of a current build; undefined when there is none. */
export const findBuild = (plan: BuildPlan): string | undefined => findByKey(plan, keyOf(plan));

/**
 * Returns the folder of a current build. If there is none, removes builds that were not used for an hour, and makes one. If several
 * processes need it at once, one makes it and the others wait.
 */
export async function provideBuild(plan: BuildPlan, make: Make): Promise<string> {
  mkdirSync(plan.cache, { recursive: true });
  const release = await takeLock(join(plan.cache, 'lock'));
  try {
    for (let attempt = 1; ; attempt++) {
      const key = keyOf(plan);
      const found = findByKey(plan, key);
      if (found !== undefined) return found;
      removeUnused(plan.cache);
      const made = await makeNew(plan, key, make);
      if (made.isKept || attempt === maxAttempts) return made.directory;
      rmSync(made.directory, { recursive: true });
    }
  } finally {
    release();
  }
}

/** Adds files to a build. If a source has changed since the build was made, the build is used by the present processes only. */
export async function completeBuild(plan: BuildPlan, directory: string, make: Make): Promise<void> {
  const startedAt = Date.now() - clockToleranceMilliseconds;
  const inputs = (await make(directory)).map((path) => resolve(plan.root, path));
  const path = join(directory, inputsFile);
  const known = readIfThere(path);
  if (known === undefined) return;
  const isKept = basename(directory).startsWith(`${keyOf(plan)}-`) && inputs.every(isOlderThan(startedAt));
  if (isKept) writeAtomically(path, JSON.stringify({ ...JSON.parse(known.toString()), ...stampsOf(inputs) }));
  else rmSync(path, { force: true });
}

/** Keeps a build for as long as this process runs. */
export function keepInUse(directory: string): void {
  const touch = (): void => {
    try {
      utimesSync(directory, new Date(), new Date());
    } catch {
      // The folder was removed, for example by a new installation. This process has already read what it needed.
    }
  };
  touch();
  setInterval(touch, unusedAfterMilliseconds / 6).unref();
}

/** Waits for a lock. Resolves with the function that releases it. */
export async function takeLock(path: string): Promise<() => void> {
  for (;;) {
    const release = lockFile(path);
    if (release) return release;
    await delay(pollMilliseconds);
  }
}

/** A build is kept only if nothing changed meanwhile; otherwise its inputs are unknown. */
async function makeNew(
  plan: BuildPlan,
  key: string,
  make: Make,
): Promise<{ readonly directory: string; readonly isKept: boolean }> {
  const startedAt = Date.now() - clockToleranceMilliseconds;
  const directory = mkdtempSync(join(plan.cache, `${key}-`));
  try {
    const inputs = (await make(directory)).map((path) => resolve(plan.root, path));
    const isKept = keyOf(plan) === key && inputs.every(isOlderThan(startedAt));
    if (isKept) writeAtomically(join(directory, inputsFile), JSON.stringify(stampsOf(inputs)));
    return { directory, isKept };
  } catch (error) {
    rmSync(directory, { recursive: true });
    throw error;
  }
}

function findByKey({ cache }: BuildPlan, key: string): string | undefined {
  return foldersIn(cache)
    .filter((directory) => directory.startsWith(join(cache, `${key}-`)))
    .find(isUpToDate);
}

const isOlderThan =
  (milliseconds: number) =>
  (path: string): boolean =>
    statSync(path).mtimeMs < milliseconds;

const stampsOf = (paths: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries(paths.map((path) => [path, stampOf(path)]));

/** Compares the other input files with their stamps. The sources are not compared here, because the build's key is made from them. */
function isUpToDate(directory: string): boolean {
  const inputs = readIfThere(join(directory, inputsFile));
  if (inputs === undefined) return false;
  const stamps: Record<string, string> = JSON.parse(inputs.toString());
  return Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp);
}

/** Returns a text that changes with the file; undefined without a file. Does not read the file, because there are thousands of files. */
function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.mtimeNs} ${found.size}`;
}

function removeUnused(cache: string): void {
  const oldest = Date.now() - unusedAfterMilliseconds;
  for (const directory of foldersIn(cache))
    if (statSync(directory).mtimeMs < oldest) rmSync(directory, { recursive: true, force: true });
}

function foldersIn(cache: string): string[] {
  if (!statSync(cache, { throwIfNoEntry: false })) return [];
  return readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(cache, name));
}

function keyOf({ root, sources, settings }: BuildPlan): string {
  const hash = createHash('sha256').update(JSON.stringify([process.version, root, settings]));
  for (const path of sources.flatMap((source) => filesOf(root, source))) {
    const content = readFileSync(join(root, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 32);
}

function filesOf(root: string, source: string): string[] {
  const isFile = (path: string): boolean =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  if (isFile(source)) return [source];
  if (!statSync(join(root, source), { throwIfNoEntry: false })) return [];
  return readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
    .map((path) => join(source, path))
    .filter((path) => isFile(path) && !isHidden(path))
    .sort();
}

/** Hidden files are not sources: nothing imports them, and editors keep them beside open files. */
const isHidden = (path: string): boolean => basename(path).startsWith('.');

function readIfThere(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path);
}
