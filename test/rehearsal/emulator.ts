import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, openSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountId } from './account.ts';
import type { Rehearsal } from './rehearsal.ts';

/** MiniStack, an independent emulator of AWS from PyPI. It runs functions as processes, and checks IAM policies. */
const requirement = 'ministack[full]==1.5.33';

/** The port for all AWS services, with TLS. */
export const emulatorPort = 4566;

const patches = globSync(fileURLToPath(new URL('patches/*.patch', import.meta.url))).sort();

/** The emulator cannot be installed, because PyPI cannot be reached. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Installs the emulator, with the patches, in a separate folder; does nothing if it is installed already. Throws Unavailable. */
export async function install({ folder, run }: Rehearsal, python: string): Promise<string> {
  const wanted = [requirement, ...(await Promise.all(patches.map((path) => readFile(path, 'utf8'))))].join(
    '\n',
  );
  const isThere = (await readFile(join(folder, 'installed'), 'utf8').catch(() => '')) === wanted;
  if (isThere) return 'is there';
  await rm(join(folder, 'emulator'), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run(python, '-m', 'venv', join(folder, 'emulator'));
  const inside = (name: string) => join(folder, 'emulator/bin', name);
  await run(inside('pip'), 'install', '--quiet', '--disable-pip-version-check', requirement).catch(
    (error: Error) => {
      throw new Unavailable(error.message);
    },
  );
  const [packages] = globSync(join(folder, 'emulator/lib/python*/site-packages'));
  for (const path of patches)
    await run('patch', '--strip=1', '--batch', `--directory=${packages}`, `--input=${path}`);
  await writeFile(join(folder, 'installed'), wanted);
  return `${requirement} with ${patches.map((path) => basename(path, '.patch')).join(', ')}`;
}

/** Starts an empty emulator. Resolves when it answers. */
export async function startEmulator({
  folder,
  logs,
  decisions,
  environment,
  tls,
}: Rehearsal): Promise<Disposable> {
  await rm(decisions, { force: true });
  const log = openSync(join(logs, 'emulator.log'), 'w');
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3, ...inherited } = environment;
  const emulator = spawn(join(folder, 'emulator/bin/python'), ['-m', 'ministack'], {
    env: {
      ...inherited,
      AUTH: 'true',
      USE_SSL: '1',
      MINISTACK_SSL_CERT: tls.certificateFile,
      MINISTACK_SSL_KEY: tls.keyFile,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(emulatorPort),
      MINISTACK_ACCOUNT_ID: accountId,
      LAMBDA_ACCOUNT_CONCURRENCY: '1000',
      SFTP_ENABLED: '0',
      IOT_MTLS_ENABLED: '0',
      REHEARSAL_DECISIONS: decisions,
    },
    stdio: ['ignore', log, log],
  });
  await answering(emulator);
  return { [Symbol.dispose]: () => emulator.kill() };
}

const patienceMilliseconds = 60_000;

async function answering(emulator: ChildProcess): Promise<void> {
  const ended = once(emulator, 'exit').then(([code]) => {
    throw new Error(`The emulator ended with ${code}`);
  });
  const answers = async () => {
    const deadline = Date.now() + patienceMilliseconds;
    for (;;) {
      const response = await fetch(`https://127.0.0.1:${emulatorPort}/_ministack/health`).catch(
        () => undefined,
      );
      if (response?.ok) return;
      if (Date.now() > deadline) throw new Error('The emulator does not answer');
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  await Promise.race([ended, answers()]);
}
