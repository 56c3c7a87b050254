import { execFile } from 'node:child_process';
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A project with only the packed client. */
export async function emptyProject() {
  const directory = await temporaryDirectory();
  const inProject = (name: string) => join(directory.path, name);
  await run(process.execPath, [join(repository, 'shared/client/pack.ts'), directory.path]);
  const [tarball = ''] = (await readdir(directory.path)).filter((name) => name.endsWith('.tgz'));
  await writeFile(inProject('package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', `./${tarball}`], { cwd: directory.path });
  return {
    path: directory.path,
    /** Returns the text of a file of the installed package. */
    read: (name: string) => readFile(inProject(`node_modules/@document-governance/client/${name}`), 'utf8'),
    write: (name: string, text: string | Buffer) => writeFile(inProject(name), text),
    /** Runs a program in the project. Resolves with its output. */
    run: async (program: string, given: readonly string[], env: Record<string, string> = {}) => {
      const ran = run(program, given, { cwd: directory.path, env: { ...process.env, ...env } });
      return (
        await ran.catch((error) => {
          throw new Error(`${error.message}\n${error.stdout}`);
        })
      ).stdout;
    },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

/** The Node.js programs by version: the program that runs the tests, and the programs in the path. */
export async function installedNodes(): Promise<Map<string, string>> {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const nodes = new Map([[process.version, process.execPath]]);
  for (const node of candidates) {
    const version = await access(node).then(
      async () => (await run(node, ['--version'])).stdout.trim(),
      () => undefined,
    );
    if (version && !nodes.has(version)) nodes.set(version, node);
  }
  return nodes;
}

/** Returns a file of the repository. */
export const repositoryFile = (path: string): Promise<Buffer> => readFile(join(repository, path));

/** The compiler of this repository. */
export const compiler = join(repository, 'node_modules/.bin/tsc');
