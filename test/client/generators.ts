/** Generators of clients, each with a program that calls the service through the generated client. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Generator {
  /** Its name, its version and the language of its clients. */
  readonly name: string;
  /** The programs that it needs. */
  readonly needs: readonly string[];
  /** Installs the generator in a folder. */
  install(folder: string, options: ExecFileOptions): Promise<unknown>;
  /**
   * Generates a client and compiles it with the program that tries it, in the folder `made`, which has the document (`openapi.json`).
   * Resolves with the command that runs the program.
   */
  make(made: string, installed: string): Promise<Command>;
}

export interface Command {
  readonly program: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const inModules = (path: string): string => join(repository, 'node_modules', path);
const programs = fileURLToPath(new URL('programs/', import.meta.url));

/** Runs a program. Resolves with its output; the error of a failure has it too. */
export async function run(
  program: string,
  argv: readonly string[],
  { env, ...options }: ExecFileOptions = {},
): Promise<string> {
  const all = { maxBuffer: 2 ** 28, encoding: 'utf8', ...options, env: { ...process.env, ...env } } as const;
  const ended = promisify(execFile)(program, argv, all);
  const { stdout, stderr } = await ended.catch((error: Error & { stdout?: string; stderr?: string }) => {
    const printed = `${error.stdout ?? ''}${error.stderr ?? ''}`;
    throw new Error(`${basename(program)} ${argv.join(' ')} failed: ${printed.trim() || error.message}`);
  });
  return `${stdout}${stderr}`;
}

/** Throws if a generator printed a problem of the document. */
function expectClean(output: string, problem: RegExp): void {
  const lines = output.split('\n').filter((line) => problem.test(line));
  if (lines.length > 0) throw new Error(`The generator complains:\n${lines.slice(0, 20).join('\n')}`);
}

/** Copies a program into a folder, under another name if one is given. */
const copyProgram = (name: string, folder: string, as = name): void => {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(programs, name), join(folder, as));
};

async function installPython(folder: string, packages: readonly string[], options: ExecFileOptions) {
  await run('python3', ['-m', 'venv', folder], options);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
  await run(join(folder, 'bin/python'), install, options);
}

/** Compiles `made/program.ts` strictly, and bundles it. */
async function compileTypeScript(made: string): Promise<Command> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    typeRoots: [inModules('@types')],
  };
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await run(inModules('.bin/tsc'), ['-p', made]);
  const bundle = join(made, 'program.mjs');
  const options = ['--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`];
  await run(inModules('.bin/esbuild'), [join(made, 'program.ts'), ...options, '--log-level=warning']);
  return { program: process.execPath, argv: [bundle] };
}

/** Compiles `made/program` with the package in `made/client`. */
async function compileGo(made: string, required: string): Promise<Command> {
  writeFileSync(join(made, 'go.mod'), `module generated\n\ngo 1.24\n\nrequire ${required}\n`);
  const options = { cwd: made, env: { GOFLAGS: '-mod=mod' } };
  await run('go', ['build', './client'], options);
  await run('go', ['build', '-o', 'tried', './program'], options);
  return { program: join(made, 'tried'), argv: [] };
}

const openapiGeneratorVersion = '7.25.0';
const openapiGenerator = (
  language: string,
  rest: Pick<Generator, 'needs'> & {
    readonly packages?: readonly string[];
    /** The folder of the client in `made`. */
    readonly output: string;
    readonly options?: string;
    compile(made: string, installed: string): Promise<Command>;
  },
): Generator => ({
  name: `openapi-generator ${openapiGeneratorVersion} ${language}`,
  needs: ['java', 'mvn', ...rest.needs],
  async install(folder, options) {
    const artifact = `org.openapitools:openapi-generator-cli:${openapiGeneratorVersion}`;
    const copy = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`, '-Dmdep.useBaseVersion=true'];
    await run('mvn', ['--batch-mode', '--quiet', 'dependency:copy', ...copy], options);
    if (rest.packages) await installPython(join(folder, 'python'), rest.packages, options);
  },
  async make(made, installed) {
    const jar = join(installed, `openapi-generator-cli-${openapiGeneratorVersion}.jar`);
    const files = ['-i', join(made, 'openapi.json'), '-o', join(made, rest.output)];
    const properties = rest.options ? ['--additional-properties', rest.options] : [];
    const withoutTests = ['--global-property', 'apiTests=false,modelTests=false'];
    const output = await run('java', [
      ...['-jar', jar, 'generate', '-g', language, ...files, ...properties, ...withoutTests],
    ]);
    expectClean(output, /\bERROR\b/);
    return rest.compile(made, installed);
  },
});

const openapiPythonClientVersion = '0.29.1';
export const openapiPythonClient: Generator = {
  name: `openapi-python-client ${openapiPythonClientVersion}`,
  needs: ['python3'],
  install: (folder, options) =>
    installPython(folder, [`openapi-python-client==${openapiPythonClientVersion}`], options),
  async make(made, installed) {
    const bin = join(installed, 'bin');
    const client = join(made, 'client');
    const files = ['--path', join(made, 'openapi.json'), '--output-path', client];
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const output = await run(join(bin, 'openapi-python-client'), ['generate', ...files], { env });
    // It makes no method for a body that is a picture, and says so. Every other problem has a line of its own.
    const expected = /^(Warning\(s\) encountered|WARNING parsing PUT \/v1\/organization\/logo ).*$/gm;
    expectClean(output.replace(expected, ''), /warning|error/i);
    return pythonProgram(join(bin, 'python'), 'openapi_python_client.py', client);
  },
};

const pythonProgram = (python: string, name: string, client: string): Command => ({
  program: python,
  argv: [join(programs, name)],
  env: { PYTHONPATH: client },
});

const oapiCodegenVersion = 'v2.8.2';
const heyApiVersion = '0.99.0';

/** All generators that a release is tried with. Each is pinned to a version. */
export const generators: readonly Generator[] = [
  {
    name: `hey-api ${heyApiVersion}`,
    needs: ['npm'],
    install(folder, options) {
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      // hey-api uses an interface of the compiler that TypeScript 7 does not have.
      const packages = [`@hey-api/openapi-ts@${heyApiVersion}`, 'typescript@5.9.3'];
      return run('npm', ['install', '--no-audit', '--no-fund', ...packages], { ...options, cwd: folder });
    },
    async make(made, installed) {
      const files = ['-i', join(made, 'openapi.json'), '-o', join(made, 'generated')];
      const cli = join(installed, 'node_modules/@hey-api/openapi-ts/bin/run.js');
      await run(process.execPath, [cli, ...files], { cwd: installed });
      copyProgram('heyApi.ts', made, 'program.ts');
      return compileTypeScript(made);
    },
  },
  openapiGenerator('typescript-fetch', {
    needs: [],
    output: 'generated',
    compile(made) {
      copyProgram('typescriptFetch.ts', made, 'program.ts');
      return compileTypeScript(made);
    },
  }),
  openapiGenerator('python', {
    needs: ['python3'],
    packages: ['urllib3==2.7.0', 'python-dateutil==4.0.0', 'pydantic==2.14.4', 'typing-extensions==4.16.0'],
    output: 'client',
    async compile(made, installed) {
      const python = join(installed, 'python/bin/python');
      await run(python, ['-m', 'compileall', '-q', join(made, 'client')]);
      return pythonProgram(python, 'openapi_generator.py', join(made, 'client'));
    },
  }),
  openapiPythonClient,
  openapiGenerator('go', {
    needs: ['go'],
    output: 'client',
    options: 'withGoMod=false',
    compile(made) {
      copyProgram('openapiGenerator.go', join(made, 'program'));
      return compileGo(made, 'gopkg.in/validator.v2 v2.0.1');
    },
  }),
  {
    name: `oapi-codegen ${oapiCodegenVersion}`,
    needs: ['go'],
    install: (folder, options) =>
      run(
        'go',
        ['install', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${oapiCodegenVersion}`],
        {
          ...options,
          env: { GOBIN: folder },
        },
      ),
    async make(made, installed) {
      mkdirSync(join(made, 'client'));
      const options = ['-generate', 'types,client', '-package', 'client'];
      const files = ['-o', join(made, 'client/client.go'), join(made, 'openapi.json')];
      await run(join(installed, 'oapi-codegen'), [...options, ...files]);
      copyProgram('oapiCodegen.go', join(made, 'program'));
      return compileGo(made, 'github.com/oapi-codegen/runtime v1.9.0');
    },
  },
  openapiGenerator('java', {
    needs: ['javac'],
    output: 'client',
    async compile(made) {
      const client = join(made, 'client');
      const skipped = ['-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true'];
      await run('mvn', ['--batch-mode', '--quiet', ...skipped, 'package'], { cwd: client });
      const jars = readdirSync(join(client, 'target')).filter((name) => name.endsWith('.jar'));
      const classes = [...jars, 'lib/*'].map((name) => join(client, 'target', name));
      const path = [...classes, made].join(':');
      await run('javac', ['-cp', path, '-d', made, join(programs, 'OpenapiGenerator.java')]);
      return { program: 'java', argv: ['-cp', path, 'OpenapiGenerator'] };
    },
  }),
];

/** Installs a generator, unless it is installed. Resolves with its folder, or with the reason why this machine cannot have it. */
export async function installed(
  { name, needs, install }: Generator,
  options: ExecFileOptions = {},
): Promise<{ readonly folder: string } | { readonly lacking: string }> {
  for (const program of needs) {
    const isThere = await run('sh', ['-c', `command -v ${program}`]).then(
      () => true,
      () => false,
    );
    if (!isThere) return { lacking: program };
  }
  const folder = inModules(`.cache/clients/${name.replaceAll(' ', '-')}`);
  const mark = join(folder, 'is-installed');
  if (existsSync(mark)) return { folder };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    await install(folder, options);
    writeFileSync(mark, '');
    return { folder };
  } catch (error) {
    return {
      lacking: `a way to install it. ${error instanceof Error ? error.message : error}`.slice(0, 500),
    };
  }
}

/** What each program prints: an upload, a change, lists, events, and errors in both formats. */
export const expectedCalls = {
  created: ['From a client', 'private'],
  is_time: true,
  changed: 'Changed',
  is_listed: true,
  event: ['document.created', 'From a client'],
  not_found: 'resource_not_found',
  taken: [422, 'Unprocessable Entity', 'body.name'],
  no_key: 'invalid_api_key',
  no_key_problem: [401, 'Unauthorized'],
  // API Gateway answers these requests, whose paths no operation has. The bodies have both formats.
  astray: 'resource_not_found',
  astray_problem: [404, 'Not Found'],
};

/**
 * Generates a client in an empty folder from the document that the service has, compiles it, and calls the service. Resolves with what the
 * program printed.
 */
export async function tryClient(
  generator: Generator,
  installedIn: string,
  made: string,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Promise<unknown> {
  const document = await fetch(`${baseUrl}/v1/openapi.json`);
  writeFileSync(join(made, 'openapi.json'), await document.text());
  const { program, argv, env } = await generator.make(made, installedIn);
  const pdf = join(repository, 'test/fixtures/pdf/plain.pdf');
  return JSON.parse(await run(program, [...argv, baseUrl, apiKey, pdf], env ? { env: { ...env } } : {}));
}
