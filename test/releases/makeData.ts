import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile, certificateKeyFile } from 'assembly-host/certificate';
import { openReceiver } from '../support/receivers/receiver.ts';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { readAll } from './readings.ts';
import { fileInData, type Release } from './release.ts';
import { done } from './service.ts';
import { countUnfinished, storedIn } from './stored.ts';
import { register, useService, useServiceOnce } from './useService.ts';

/**
 * Makes a data directory with a release's own code, and kills the service while it works. `code`: the folder of the release, with
 * its packages.
 */
export async function makeData(version: string, code: string, data: string): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const start = async () => {
    const service = await startService({ DATA_DIR: data, ...withoutRateLimits }, { cwd: code });
    cleanup.defer(() => service.stop('SIGKILL'));
    return service;
  };
  /** Runs the release's own command line, and returns its output. */
  const admin = (...parameters: string[]): string =>
    execFileSync(process.execPath, ['infra/admin/main.ts', ...parameters], {
      cwd: code,
      env: { ...process.env, DATA_DIR: data },
      encoding: 'utf8',
    });
  const service = await start();
  const read = (name: string) => readFileSync(join(data, name), 'utf8');
  const receiver = await openReceiver({
    certificate: { cert: read(certificateFile), key: read(certificateKeyFile) },
  });
  cleanup.defer(() => receiver.close());
  receiver.behaviour = (request, response) => {
    response.writeHead(request.url === '/failing' ? 500 : 204).end();
  };
  const at = (path: string) => `https://localhost:${receiver.port}/${path}`;
  const endpoints = {
    working: await register(service, at('working')),
    failing: await register(service, at('failing')),
    disabled: await register(service, at('disabled')),
  };
  admin('webhooks', 'disable', '--yes', endpoints.disabled);
  admin('users', 'create', 'gone@example.com', '--name', 'Gone Already');
  const [keyOfDisabled = ''] =
    /dgs_test_\w+/.exec(admin('keys', 'issue', 'gone@example.com', '--name', 'in vain')) ?? [];
  admin('users', 'disable', '--yes', 'gone@example.com');
  const made = [
    ...(await useService(service, `In the time of ${version}`)),
    ...(await useServiceOnce(service, at('rotated'))),
  ];
  const readings = await readAll(service, made);
  receiver.behaviour = () => undefined;
  const release: Release = {
    version,
    made,
    readings,
    ...(await breakOff(service, start, data)),
    endpoints,
    receiver_port: receiver.port,
    keyOfDisabled,
  };
  writeFileSync(join(data, fileInData), JSON.stringify(release));
  for (const name of ['logs', 'host.lock', 'host.lock-journal', 'host.pid'])
    rmSync(join(data, name), { recursive: true, force: true });
}

/**
 * Kills the service while it processes versions, fans out events and delivers. Returns the documents that the service had acknowledged
 * before.
 */
async function breakOff(running: RunningService, start: () => Promise<RunningService>, data: string) {
  const pdf = await makePdf();
  for (let service = running; ; service = await start()) {
    const uploads = Array.from({ length: 6 }, (_, number) =>
      done(service, 'POST', '/v1/documents', { form: uploadForm({ title: `Unfinished ${number}` }, pdf) }),
    );
    const uploaded = await Promise.all(uploads);
    await service.stop('SIGKILL');
    const left = await storedIn(data, countUnfinished);
    if (Object.values(left).every((count) => count > 0))
      return { unfinished: uploaded.map(({ id }): string => id), ended_at: new Date().toISOString() };
  }
}
