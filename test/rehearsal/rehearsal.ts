import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { stackNameOf } from '../../infra/stage/stackName.ts';
import type { DocumentId } from '../../shared/contract/identifiers.ts';
import type { AccessKey } from './account.ts';

export const stage = 'rehearsal';
export const stackName = stackNameOf({ stage });
/** The settings with which a rehearsal's last step may delete everything. */
const losesData = { retainData: 'false', loseDataOf: stage };

/** The settings that the conformance tests and the step `sendMail` need. */
export const tested = {
  rateLimitRequests: '1000000',
  rateLimitCreates: '1000000',
  rateLimitSearches: '1000000',
  staffEmailDomains: 'staff.example',
  mailFrom: 'documents@rehearsal.example',
} as const;

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface RehearsalProps {
  /** The emulator's own folder. */
  readonly folder: string;
  readonly tls: Tls;
  /** The environment variables of all processes of the rehearsal. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface Tls {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** The certificate and the key are in PEM. */
  readonly certificate: string;
  readonly key: string;
}

const outputsFile = z.record(z.string(), z.record(z.string(), z.string()));

/** The state that steps share: folders, processes, and results that later steps need. */
export class Rehearsal {
  readonly folder: string;
  readonly tls: Tls;
  readonly environment: NodeJS.ProcessEnv;
  /** The name of the running step, and of its log. */
  step = '';
  /** Processes beside the steps. They are ended after the last step. */
  readonly running: Disposable[] = [];
  /** The stage's operator: an IAM user with exactly the permissions that the README lists. */
  operator: AccessKey | undefined;
  /** The folder of the assembly that was deployed last. Which one it is depends on the steps that run. */
  deployed: string | undefined;
  /** The first API key of the stage, and a document that it uploaded. */
  first: { readonly apiKey: string; readonly documentId: DocumentId } | undefined;

  constructor({ folder, tls, environment }: RehearsalProps) {
    this.folder = folder;
    this.tls = tls;
    this.environment = environment;
  }

  get logs(): string {
    return join(this.folder, 'logs');
  }

  /** A line for each decision of the emulator's IAM. */
  get decisions(): string {
    return join(this.logs, 'decisions.jsonl');
  }

  /** Runs a program to its end and resolves with its output. If it fails, throws an error with the last lines. */
  readonly run = (command: string, ...parameters: readonly string[]): Promise<string> =>
    this.#run(command, parameters, this.environment);

  /** The CDK's own command line. */
  readonly cdk = (...parameters: readonly string[]): Promise<string> => this.run('cdk', ...parameters);

  /** Deploys an assembly without changes, and stores the outputs of its stack. */
  async deploy(assembly: string): Promise<void> {
    await this.cdk(
      ...['deploy', '--app', assembly, '--require-approval', 'never', '--progress', 'events'],
      ...['--outputs-file', this.#outputsFile],
    );
    this.deployed = assembly;
  }

  /** Synthesizes the stage with settings into a named assembly, as `cdk deploy` does. Resolves with its folder. */
  async synthesize(name: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
    const assembly = join(this.folder, 'assemblies', name);
    const context = Object.entries({ stage, ...losesData, ...settings }).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ]);
    await this.cdk('synth', '--quiet', '--output', assembly, ...context);
    return assembly;
  }

  /** Runs the operators' command line with the operator's credentials. Resolves with the JSON that it prints. */
  async admin(...parameters: readonly string[]): Promise<unknown> {
    const { accessKeyId, secretAccessKey } = needed(this.operator, 'the operator');
    const printed = await this.#run(
      'node',
      ['infra/admin/main.ts', '--stage', stage, '--json', ...parameters],
      { ...this.environment, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    );
    return JSON.parse(printed);
  }

  /** Returns an output of the stack. */
  async output(name: string): Promise<string> {
    const outputs = z.parse(outputsFile, JSON.parse(await readFile(this.#outputsFile, 'utf8')));
    return needed(outputs[stackName]?.[name], `the output ${name}`);
  }

  get #outputsFile(): string {
    return join(this.folder, 'outputs.json');
  }

  async #run(command: string, parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
    const log = createWriteStream(join(this.logs, `${this.step}.log`), { flags: 'a' });
    log.write(`$ ${[command, ...parameters].join(' ')}\n`);
    const child = spawn(command, parameters, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let everything = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        everything += chunk;
        log.write(chunk);
      });
    const [code] = await once(child, 'close');
    log.end();
    if (code !== 0)
      throw new Error(
        `${command} ${parameters[0]} ended with ${code}:\n${everything.trim().split('\n').slice(-15).join('\n')}`,
      );
    return output;
  }
}

/** Returns a result of an earlier step. Throws if there is none. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}: an earlier step did not make it`);
  return value;
}
