/**
 * `node test/releases/make.ts <version> <commit>`: makes what a release leaves behind, by its own code, for the tests of those
 * that follow. README.md beside the tests says what it is for.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReceiver } from '../support/receiver.ts';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { pack } from './archive.ts';
import { live, register } from './life.ts';
import { packFunctions } from './packFunctions.ts';
import { readAll } from './readings.ts';
import { dataOf, fileInData, functionsOf, type Release, releases } from './release.ts';
import { done } from './service.ts';
import { countUnfinished, storedIn } from './stored.ts';

const [version = '', commit = 'HEAD'] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: node test/releases/make.ts 1.2.3 <commit>');

await using temporary = await temporaryDirectory();
const code = join(temporary.path, 'code');
const data = join(temporary.path, 'data');
mkdirSync(code);
execFileSync('tar', ['-x', '-C', code], {
  input: execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 }),
});
execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: code, stdio: 'inherit' });

const start = () => startService({ DATA_DIR: data, ...withoutRateLimits }, { cwd: code });
const service = await start();
const read = (name: string) => readFileSync(join(data, name), 'utf8');
const receiver = await openReceiver({
  certificate: { cert: read('localhost.pem'), key: read('localhost-key.pem') },
});
receiver.behaviour = (request, response) => {
  response.writeHead(request.url === '/failing' ? 500 : 204).end();
};

const at = (path: string) => `https://localhost:${receiver.port}/${path}`;
const endpoints = {
  working: await register(service, at('working')),
  failing: await register(service, at('failing')),
  disabled: await register(service, at('disabled')),
};
admin('webhooks', 'disable', endpoints.disabled);
admin('users', 'create', 'gone@example.com', '--name', 'Gone Already');
const [keyOfDisabled = ''] =
  /dgs_test_\w+/.exec(admin('keys', 'issue', 'gone@example.com', '--name', 'in vain')) ?? [];
admin('users', 'disable', 'gone@example.com');
const made = await live(service, `In the time of ${version}`);
const readings = await readAll(service, made);
const { unfinished, ended_at } = await breakOff(service);
await receiver.close();

const release: Release = {
  version,
  commit: execFileSync('git', ['rev-parse', commit], { encoding: 'utf8' }).trim(),
  ended_at,
  made,
  readings,
  unfinished,
  endpoints,
  receiver_port: receiver.port,
  keyOfDisabled,
};
writeFileSync(join(data, fileInData), JSON.stringify(release));
for (const name of ['logs', 'host.lock', 'host.lock-journal', 'host.pid'])
  rmSync(join(data, name), { recursive: true, force: true });
await pack(data, dataOf(version));
// Only neighbours run side by side.
for (const earlier of releases()) rmSync(functionsOf(earlier), { force: true });
await packFunctions(code, functionsOf(version));

/** Runs the release's own command line, and returns what it says. */
function admin(...parameters: string[]): string {
  return execFileSync(process.execPath, ['infra/admin/main.ts', ...parameters], {
    cwd: code,
    env: { ...process.env, DATA_DIR: data },
    encoding: 'utf8',
  });
}

/**
 * Kills the service in the middle of everything: while versions are processed, events fanned out and deliveries attempted.
 * Returns the documents that it had acknowledged by then.
 */
async function breakOff(running: RunningService) {
  receiver.behaviour = () => undefined;
  const pdf = await makePdf();
  for (let service = running; ; service = await start()) {
    const uploads = Array.from({ length: 6 }, (_, number) =>
      done(service, 'POST', '/v1/documents', { form: uploadForm({ title: `Unfinished ${number}` }, pdf) }),
    );
    const uploaded = await Promise.all(uploads);
    await service.stop('SIGKILL');
    const left = await storedIn(data, countUnfinished);
    process.stdout.write(`Left unfinished: ${JSON.stringify(left)}\n`);
    if (Object.values(left).every((count) => count > 0))
      return { unfinished: uploaded.map(({ id }): string => id), ended_at: new Date().toISOString() };
  }
}
