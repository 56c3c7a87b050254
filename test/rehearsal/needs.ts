import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { emulatorPort } from './emulator.ts';
import { frontAddress } from './names.ts';

const execute = promisify(execFile);

const ports = [
  ['127.0.0.1', emulatorPort],
  [frontAddress, 443],
] as const;

/** Returns the Python to use, or the name of a missing program. */
export async function findNeeds(): Promise<{ readonly python: string } | { readonly lacking: string }> {
  const python = await findPython();
  if (python === undefined) return { lacking: 'Python 3.10 or later, with venv' };
  if (!(await works('patch', '--version'))) return { lacking: 'patch' };
  for (const [address, port] of ports)
    if (!(await isFree(address, port))) return { lacking: `port ${port} of ${address}` };
  return { python };
}

async function findPython(): Promise<string | undefined> {
  const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  for (const name of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10'])
    if (await works(name, '-c', check)) return name;
  return undefined;
}

const works = (command: string, ...parameters: readonly string[]): Promise<boolean> =>
  execute(command, parameters).then(
    () => true,
    () => false,
  );

async function isFree(address: string, port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
