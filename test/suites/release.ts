/**
 * `npm run test:release`: what a release needs besides `npm test`. `-- --changed <base>` runs the projects that guard a path which has changed
 * since the commit `base`.
 */
import { parseArgs } from 'node:util';
import { changedPaths } from './changedPaths.ts';
import { cpuSeconds } from './cpuSeconds.ts';
import { programs, projectsThatGuard, releaseProjects } from './projects.ts';
import { repository, run, runProjects } from './run.ts';

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** Returns the projects to run. Ends the process if the arguments are wrong. */
function chosenProjects(): readonly string[] {
  try {
    const { changed } = parseArgs({ options: { changed: { type: 'string' } } }).values;
    if (changed === undefined) return Object.keys(releaseProjects);
    try {
      return projectsThatGuard(changedPaths(repository, changed));
    } catch {
      return refuse(`--changed: git knows no commit "${changed}" here.`);
    }
  } catch (error) {
    return refuse(
      `${error instanceof Error ? error.message : error}\nUsage: npm run test:release -- [--changed <base>]`,
    );
  }
}

const chosen = chosenProjects();
const others = Object.keys(releaseProjects).filter((name) => !chosen.includes(name));
process.stderr.write(`Projects: ${chosen.join(', ') || 'none'}.\n`);
if (others.length > 0) process.stderr.write(`Nothing that these guard has changed: ${others.join(', ')}.\n`);

const tested = chosen.filter((name) => !(name in programs));
const codes = [
  tested.length > 0 ? runProjects(tested) : 0,
  ...chosen.flatMap((name) => (programs[name] === undefined ? [] : [run('node', programs[name])])),
];
process.exitCode = codes.find((code) => code !== 0) ?? 0;
const seconds = cpuSeconds();
if (seconds !== undefined) process.stderr.write(`CPU seconds of this run: ${Math.ceil(seconds)}\n`);
